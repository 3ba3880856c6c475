// Mails to visitors of the listings (document 5 §5): a bidder's link, a follower's news, a changed viewing. None carries a contact.

/** News of a property, as the database gathered them (private.news_of). */
type News = { kind: string; amount: number | null; bidder: string | null };

/** The facts of a mail (private.estate_mail_of). The event decides which of them there are. */
type Facts = Partial<{
  title: string;
  property_id: string;
  bidder: string;
  amount: number;
  starts_at: string;
  note: string;
  is_cancelled: boolean;
  news: News[];
}>;
type Estate = { event: string; facts: Readonly<Record<string, unknown>>; link_key: string | null };

const kronor = (amount: number) => `${amount.toLocaleString("sv-SE").replaceAll("\u00A0", " ")} kr`;

/** A typed text as a single line: a newline in it would begin a line, or a head, of its own. */
const oneLine = (value = ""): string => value.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cf}]+/gu, " ").trim();

function momentOf(value: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "short", timeZone });
  return format.format(new Date(value));
}

function newsLine({ kind, amount, bidder }: News): string {
  const bid = [bidder, amount === null ? null : kronor(amount)].filter((part) => part !== null).join(" · ");
  if (kind === "contract_undone") return "It is for sale again.";
  if (kind === "contract_signed" || kind === "accepted") return "It is sold.";
  return kind === "bid_withdrawn" ? `Withdrawn: ${bid}` : `New bid: ${bid}`;
}

/** Subject and text of the mail; null where the receiver wants no more news, or the server does not know its own address. */
export function estateMail(mail: Estate, publicUrl: string | null, timeZone: string) {
  const { event, link_key: key } = mail;
  const facts: Facts = mail.facts;
  if (publicUrl === null || facts.property_id === undefined) return null;
  const title = oneLine(facts.title);
  const property = `${publicUrl}/YSTAD?property=${facts.property_id}`;
  // A key stands behind the `#`, which no browser sends to a server.
  const withKey = (page: string) => `${publicUrl}/YSTAD/${page}#${key ?? ""}`;
  const asMail = (subject: string, ...paragraphs: string[]) => ({
    subject: `${subject}: ${title}`,
    text: paragraphs.join("\n\n"),
  });
  if (event === "bid_withdrawn") {
    const line = newsLine({ kind: event, amount: facts.amount ?? null, bidder: oneLine(facts.bidder) });
    return asMail("A bid was withdrawn", line, property);
  }
  if (event === "viewing_changed") {
    const time = momentOf(facts.starts_at ?? "", timeZone);
    if (facts.is_cancelled === true)
      return asMail("The viewing is cancelled", `The viewing on ${time} is cancelled.`, property);
    const note = oneLine(facts.note);
    return asMail("The viewing was changed", `It begins on ${time}.`, ...(note === "" ? [] : [note]), property);
  }
  if (key === null) return null;
  if (event === "bid_link")
    return asMail(
      "Your bids",
      `Your bids, and what you can do with them:\n${withKey("bids")}`,
      "Who has this link can raise and withdraw your bids. It takes the place of the link that you had. If you did not ask for it, leave it.",
    );
  if (event === "follow_confirm")
    return asMail(
      "Do you wish to hear of new bids?",
      `Press here to confirm:\n${withKey("follow")}`,
      "If you did not ask for it, leave it: nothing more is sent to you.",
    );
  const { news = [] } = facts;
  return asMail(
    news.length === 1 ? "News" : `${news.length} news`,
    news.map(newsLine).join("\n"),
    property,
    `No more mails about it: ${withKey("follow")}`,
  );
}
