// A window of another browser engine, driven by the commands of WebDriver: Firefox takes them through its Marionette port, WebKit through a
// driver program.
import { once } from "node:events";
import { connect } from "node:net";
import { vi } from "vitest";
import { PATIENCE } from "#tests/support/run/patience.ts";

/** The commands that tests use: the name of each for Marionette, and its address at a driver. */
const COMMANDS = {
  open: ["WebDriver:Navigate", "url"],
  find: ["WebDriver:FindElement", "element"],
  click: ["WebDriver:ElementClick", "element/{id}/click"],
  clear: ["WebDriver:ElementClear", "element/{id}/clear"],
  type: ["WebDriver:ElementSendKeys", "element/{id}/value"],
  run: ["WebDriver:ExecuteScript", "execute/sync"],
  resize: ["WebDriver:SetWindowRect", "window/rect"],
} as const;

type Parameters = Record<string, unknown>;
/** Sends a command and gives the value of the answer. Rejects with the engine's message. */
export type Send = (command: keyof typeof COMMANDS, parameters: Parameters) => Promise<unknown>;

/**
 * Connects to a Firefox whose Marionette listens at a port. Commands travel as frames of `length:[kind, number, …]`, and each gets one
 * answer.
 */
export async function connectMarionette(port: number): Promise<Send> {
  const socket = connect(port, "127.0.0.1");
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let read = Buffer.alloc(0);
  socket.on("data", (part) => {
    read = Buffer.concat([read, part]);
    for (let at = read.indexOf(":"); at > 0; at = read.indexOf(":")) {
      const end = at + 1 + Number(read.subarray(0, at).toString());
      if (read.length < end) return;
      const frame = JSON.parse(read.subarray(at + 1, end).toString()) as unknown;
      read = read.subarray(end);
      if (!Array.isArray(frame)) continue;
      const [, number, error, result] = frame as [number, number, { message: string } | null, { value?: unknown }];
      const asked = waiting.get(number);
      if (error === null) asked?.resolve(result.value);
      else asked?.reject(new Error(error.message));
    }
  });
  socket.on("close", () => {
    for (const { reject } of waiting.values()) reject(new Error("Firefox has gone."));
  });
  await once(socket, "connect");
  let last = 0;
  const send = (name: string, parameters: Parameters) =>
    new Promise<unknown>((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      const text = JSON.stringify([0, last, name, parameters]);
      socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
  await send("WebDriver:NewSession", {});
  return (command, parameters) => send(COMMANDS[command][0], parameters);
}

/** Opens a window through the driver at this address, and gives its commands. */
export async function connectDriver(address: string, capabilities: Parameters): Promise<Send> {
  const post = async (path: string, body: Parameters) => {
    const answer = await fetch(`${address}/session${path}`, { method: "POST", body: JSON.stringify(body) });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(`${(value as { error: string }).error}: ${JSON.stringify(body)}`);
    return value;
  };
  const { sessionId } = (await post("", { capabilities: { alwaysMatch: capabilities } })) as { sessionId: string };
  return (command, { id, ...rest }) => post(`/${sessionId}/${COMMANDS[command][1].replace("{id}", String(id))}`, rest);
}

/** Acts of a person in a window. Each act waits until it is possible; `place` is an XPath. */
export class Window {
  private readonly send: Send;

  constructor(send: Send) {
    this.send = send;
  }

  /** Sets the size of the window, with its frame. */
  async resize(width: number, height: number): Promise<void> {
    await this.send("resize", { width, height });
  }

  /** Opens an address. */
  async open(url: string): Promise<void> {
    await this.send("open", { url });
  }

  /** Waits until the page has an element at this place. */
  async sees(place: string): Promise<string> {
    return vi.waitFor(async () => {
      const found = await this.send("find", { using: "xpath", value: place });
      return Object.values(found as Record<string, string>)[0]!;
    }, PATIENCE);
  }

  /** Waits until the page has no element at this place. */
  async seesNo(place: string): Promise<void> {
    await vi.waitFor(async () => {
      const script = "return document.evaluate(arguments[0], document, null, 3).booleanValue";
      if (await this.send("run", { script, args: [place] })) throw new Error(`Still there: ${place}`);
    }, PATIENCE);
  }

  /** Clicks an element as a mouse does: an element that lies under another one cannot be clicked. */
  async press(place: string): Promise<void> {
    await this.act("click", place);
  }

  /** Types a text into a field in place of its content. Types anew when a key was lost while the page was busy. */
  async fill(place: string, text: string): Promise<void> {
    await vi.waitFor(async () => {
      await this.act("clear", place);
      await this.act("type", place, { text });
      const script = "return document.evaluate(arguments[0], document, null, 9).singleNodeValue.value";
      const value = await this.send("run", { script, args: [place] });
      if (value !== text) throw new Error(`${place} holds ${String(value)}`);
    }, PATIENCE);
  }

  /** Chooses files in a file field. */
  async choose(place: string, ...files: string[]): Promise<void> {
    await this.act("type", place, { text: files.join("\n") });
  }

  private async act(command: "click" | "clear" | "type", place: string, more: Parameters = {}): Promise<void> {
    await vi.waitFor(async () => this.send(command, { id: await this.sees(place), ...more }), PATIENCE);
  }
}

/** An XPath below `place`, or of the whole page without it. */
const inside = (place: string | undefined, rest: string) => `${place ?? ""}//${rest}`;

/** XPath of a button or link with this name. */
export const button = (name: string, within?: string) =>
  inside(within, `*[self::button or self::a][normalize-space()="${name}" or @aria-label="${name}"]`);

/** XPath of a field with this label. */
export const field = (label: string) => `//*[@id=//label[normalize-space()="${label}"]/@for or @aria-label="${label}"]`;

/** XPath of an element whose name begins with this text. */
export const named = (element: string, name: string, within?: string) =>
  inside(within, `${element}[starts-with(@aria-label, "${name}")]`);

/** XPath of an element that has this text as its own. */
export const text = (content: string, within?: string) => inside(within, `*[text()[normalize-space()="${content}"]]`);
