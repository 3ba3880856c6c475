// Shows the reminder of a parking that ends where only a worker may (phones). It answers no request and keeps nothing.
self.addEventListener("install", () => self.skipWaiting());

// A press leads back to the receipt, which is open still or again.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { address } = event.notification.data;
  event.waitUntil(
    self.clients.matchAll({ type: "window", includeUncontrolled: true }).then((pages) => {
      const page = pages.find(({ url }) => url === address);
      return page === undefined ? self.clients.openWindow(address) : page.focus();
    }),
  );
});
