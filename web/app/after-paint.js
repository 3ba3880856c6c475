// Inlined at the end of every prerendered page: its scripts are asked for once the drawing has been painted, so that a slow network carries
// the page first and a slow processor shows it before it runs them. A hidden tab paints nothing, and waits for nothing.
{
  let hasBegun = false;
  const begin = () => {
    if (hasBegun) return;
    hasBegun = true;
    const links = document.querySelectorAll("link[data-rel]");
    for (const link of links) link.rel = link.dataset.rel;
    void import(links[0].href);
  };
  if (document.hidden) begin();
  else {
    requestAnimationFrame(() => setTimeout(begin));
    // A browser that draws no frame for a covered window.
    setTimeout(begin, 300);
  }
}
