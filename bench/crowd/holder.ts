// Holds the sockets of some followers and notes each event: a process may open so many files, and one for all would measure itself.
import { openSocket } from "../realtime.ts";
import { type Arrival, type FromHolder, type Hold, moment, type ToHolder } from "./messages.ts";

/** Joins under way; a server lets a hundred a second through. */
const AT_ONCE = 100;

let arrivals: Arrival[] = [];
let lost = 0;
const say = (word: FromHolder) => process.send?.(word);

async function hold({ url, publishableKey, followers }: Hold): Promise<void> {
  const left = followers.entries();
  const open = async () => {
    for (const [at, { token, project }] of left) {
      const followed = [
        { event: "*", schema: "public", table: "parkings", filter: `project_id=eq.${project}` },
        { event: "INSERT", schema: "public", table: "properties" },
      ];
      const socket = await openSocket(
        { url, publishableKey },
        token,
        (data) => {
          const id = /"record":\{"id":"([^"]+)"/.exec(data.toString())?.[1];
          if (id !== undefined) arrivals.push([id, at, moment()]);
        },
        followed,
      );
      socket.on("close", () => (lost += 1));
      if (at % 500 === 499) say({ open: at + 1 });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, open));
  say({ open: followers.length });
}

process.on("message", (word: ToHolder) => {
  if ("hold" in word) void hold(word.hold);
  else {
    say({ arrivals, lost });
    arrivals = [];
  }
});
