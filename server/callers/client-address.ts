// The network address that a request came from, and the part of an address that limits count.
import type { IncomingMessage } from "node:http";
import { BlockList, type Socket, isIP } from "node:net";
import type { Logger } from "pino";

/**
 * Makes the list of trusted proxies: addresses and ranges such as `10.0.0.0/8` or `fd00::/8`. Throws a RangeError that names an entry which
 * is neither.
 */
export function readTrustedProxies(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = "", length, ...rest] = entry.split("/");
    const family = isIP(address);
    const longest = family === 6 ? 128 : 32;
    const bits = length === undefined ? longest : /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN;
    if (family === 0 || rest.length > 0 || !(bits <= longest)) throw new RangeError(entry);
    list.addSubnet(address, bits, family === 6 ? "ipv6" : "ipv4");
  }
  return list;
}

const isListed = (list: BlockList, address: string): boolean =>
  list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

/** Whether a connection comes from a trusted proxy, behind which anybody may be. */
export function isProxy(trusted: BlockList, { remoteAddress = "" }: Pick<Socket, "remoteAddress">): boolean {
  const address = normalize(remoteAddress);
  return address !== null && isListed(trusted, address);
}

/** Tells a request's address as it is counted: an IPv4 address, or the first half of an IPv6 one (`2001:db8:0:1::/64`). */
export type AddressReader = (request: IncomingMessage) => string;

/**
 * Makes the reader. `X-Forwarded-For` is read from its end, as far as the hops are trusted proxies: entries further to the left may be
 * anybody's invention.
 */
export function createAddressReader(trusted: BlockList): AddressReader {
  const isTrusted = remembering((address) => isListed(trusted, address));
  return ({ socket, headers }) => {
    let address = normalize(socket.remoteAddress ?? "");
    // A socket of the machine itself has no address, and belongs to no proxy.
    if (address === null) return "local";
    const header = headers["x-forwarded-for"];
    if (header === undefined) return countedAs(address);
    const hops = (typeof header === "string" ? header : header.join(",")).split(",");
    while (isTrusted(address)) {
      const hop = normalize(withoutPort(hops.pop()?.trim() ?? ""));
      if (hop === null) break;
      address = hop;
    }
    return countedAs(address);
  };
}

/** Addresses whose answer is remembered. */
const MOST_REMEMBERED = 1000;

/** The same function, which remembers its answers: Node's list takes longer for an address than all other steps of reading one. */
function remembering(ask: (address: string) => boolean): (address: string) => boolean {
  const known = new Map<string, boolean>();
  return (address) => {
    const before = known.get(address);
    if (before !== undefined) return before;
    if (known.size >= MOST_REMEMBERED) known.clear();
    const answer = ask(address);
    known.set(address, answer);
    return answer;
  };
}

/** Whether an address, as a reader tells it, is this machine's own. */
export const isOwnMachine = (address: string): boolean =>
  address === "local" || address.startsWith("127.") || address === "::1";

/** Whether an address can be reached from this machine only. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}

const OWN_NETWORK = /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|::1$)/;

/**
 * Whether a proxy on this machine or its network forwards a request without being trusted. A client farther away may write the header
 * without being a proxy.
 */
export function isFromUnknownProxy(request: IncomingMessage, addressOf: AddressReader): boolean {
  if (request.headers["x-forwarded-for"] === undefined) return false;
  const own = normalize(request.socket.remoteAddress ?? "") ?? "";
  return OWN_NETWORK.test(own) && addressOf(request) === own;
}

const withoutPort = (hop: string) => hop.replace(/^\[([^\]]*)\](:\d+)?$/, "$1").replace(/^([\d.]+):\d+$/, "$1");

/** The canonical form of an address, IPv4 inside IPv6 as IPv4; null for a text that is no address. */
function normalize(text: string): string | null {
  const address = text.replace(/%.*$/, "");
  const family = isIP(address);
  if (family === 0) return null;
  if (family === 4) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(written) ?? [];
  if (high === undefined || low === undefined) return written;
  const bits = Number.parseInt(high, 16) * 65_536 + Number.parseInt(low, 16);
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join(".");
}

/** Reads addresses like `addressOf`, and tells the log once that a proxy is not trusted. */
export function tellUnknownProxy(addressOf: AddressReader, log: Logger): AddressReader {
  let isTold = false;
  return (request) => {
    if (!isTold && isFromUnknownProxy(request, addressOf)) {
      isTold = true;
      log.warn(
        "a proxy forwards requests that TRUSTED_PROXIES does not name: everybody behind it shares one address's limits",
      );
    }
    return addressOf(request);
  };
}

/** The network of an address as a reader tells it: of an IPv6 address the /48, since one customer may have all /64 networks of a /48. */
export const networkOf = (address: string): string => /^((?:[\da-f]*:){3}).*\/64$/.exec(address)?.[1] ?? address;

const groupsOf = (part: string) => (part === "" ? [] : part.split(":"));

/** A household or company has a whole /64 and may use any address in it, so the /64 counts. */
function countedAs(address: string): string {
  if (isIP(address) === 4 || address === "::1") return address;
  const [head = "", tail = ""] = address.split("::");
  const missing = address.includes("::") ? 8 - groupsOf(head).length - groupsOf(tail).length : 0;
  const all = [...groupsOf(head), ...Array.from({ length: missing }, () => "0"), ...groupsOf(tail)];
  return `${all.slice(0, 4).join(":")}::/64`;
}
