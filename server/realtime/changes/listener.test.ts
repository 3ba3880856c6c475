import { EventEmitter, once } from "node:events";
import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { greetFirst } from "#tests/support/outside/greeter.ts";
import { PATIENCE } from "#tests/support/run/patience.ts";
import { type Connection, startListener } from "./listener.ts";

/** A connection that a test loses, or that ends when it is told to. */
function makeConnection(): Connection & { lose: () => void } {
  const lost = new EventEmitter();
  const lose = () => void lost.emit("lost");
  const connection = {
    isOpen: true,
    lost: once(lost, "lost"),
    lose,
    end: () => {
      connection.isOpen = false;
      lose();
      return Promise.resolve();
    },
  };
  return connection;
}

test("a server that stops while its listener connects anew ends both connections, and waits for nothing else", async () => {
  const [first, second] = [makeConnection(), makeConnection()];
  const opened = new EventEmitter();
  const opening = once(opened, "opened").then(() => second);
  const connect = vi.fn<() => Promise<Connection>>(() => opening).mockResolvedValueOnce(first);
  const onRestored = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const listener = await startListener({
    databaseUrl: "",
    log: pino({ level: "silent" }),
    say: () => Promise.resolve(),
    onNotice: () => undefined,
    onSchemaChange: () => undefined,
    onLost: () => undefined,
    onRestored,
    connect,
    clock: { now: () => 0, every: () => () => undefined, wait: () => Promise.resolve() },
  });
  first.lose();
  await vi.waitFor(() => expect(connect).toHaveBeenCalledTimes(2), PATIENCE);
  const closed = listener.close();
  opened.emit("opened");
  await closed;
  expect([first.isOpen, second.isOpen]).toEqual([false, false]);
  expect(onRestored).not.toHaveBeenCalled();
});

test("a database that goes silent before it listens is given up", async () => {
  const way = await greetFirst("postgresql://postgres:secret@127.0.0.1:1/postgres");
  const starting = startListener({
    databaseUrl: way.url,
    log: pino({ level: "silent" }),
    say: () => Promise.resolve(),
    onNotice: () => undefined,
    onSchemaChange: () => undefined,
    onLost: () => undefined,
    onRestored: () => Promise.resolve(),
  });
  await expect(starting).rejects.toThrow("Query read timeout");
  way.close();
});
