import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import {
  createAddressReader,
  isFromUnknownProxy,
  isLoopback,
  networkOf,
  readTrustedProxies,
} from "./client-address.ts";

const requestOf = (remote: string | undefined, forwarded: string | undefined) =>
  ({ socket: { remoteAddress: remote }, headers: { "x-forwarded-for": forwarded } }) as unknown as IncomingMessage;

const read = (remote: string | undefined, forwarded: string | undefined, ...trusted: string[]) =>
  createAddressReader(readTrustedProxies(trusted))(requestOf(remote, forwarded));

test.each([
  ["the socket's address when nobody is trusted", "203.0.113.9", "198.51.100.1", [], "203.0.113.9"],
  ["what a trusted proxy says", "10.0.0.1", "198.51.100.1", ["10.0.0.1"], "198.51.100.1"],
  [
    "the last entry, whatever a client wrote before it",
    "10.0.0.1",
    "1.2.3.4, 198.51.100.1",
    ["10.0.0.1"],
    "198.51.100.1",
  ],
  ["past every trusted proxy of a chain", "10.0.0.1", "198.51.100.1, 10.0.7.7", ["10.0.0.0/8"], "198.51.100.1"],
  ["not past one that is not trusted", "10.0.0.1", "198.51.100.1, 192.0.2.7", ["10.0.0.0/8"], "192.0.2.7"],
  ["the proxy itself when it says nothing", "10.0.0.1", undefined, ["10.0.0.1"], "10.0.0.1"],
  ["the proxy itself when it says nonsense", "10.0.0.1", "unknown", ["10.0.0.1"], "10.0.0.1"],
  ["the innermost when all are trusted", "10.0.0.1", "10.0.0.3, 10.0.0.2", ["10.0.0.0/8"], "10.0.0.3"],
  ["an entry with a port", "10.0.0.1", "198.51.100.1:50123", ["10.0.0.1"], "198.51.100.1"],
  ["IPv4 inside IPv6 as IPv4", "::ffff:203.0.113.9", undefined, [], "203.0.113.9"],
  ["IPv4 inside IPv6, in hexadecimal", "10.0.0.1", "::ffff:cb00:7109", ["10.0.0.1"], "203.0.113.9"],
  ["a trusted proxy that came over IPv6", "::ffff:10.0.0.1", "198.51.100.1", ["10.0.0.1"], "198.51.100.1"],
  ["a range of IPv6", "fd00::1", "[2001:db8:1:2:aaaa::5]:443", ["fd00::/8"], "2001:db8:1:2::/64"],
  ["the network of an IPv6 address", "2001:db8:0:7:1:2:3:4", undefined, [], "2001:db8:0:7::/64"],
  ["the same network however it is written", "2001:0DB8::7:0:0:0:9", undefined, [], "2001:db8:0:7::/64"],
  ["an address of the link with its interface", "fe80::1%eth0", undefined, [], "fe80:0:0:0::/64"],
  ["this machine", "::1", undefined, [], "::1"],
  ["a socket without an address", undefined, "198.51.100.1", [], "local"],
])("counts %s", (_what, remote, forwarded, trusted, expected) => {
  expect(read(remote, forwarded, ...trusted)).toBe(expected);
});

test.each(["proxy.example.org", "10.0.0.0/33", "10.0.0.0/", "fd00::/129", "10.0.0.1/8/8", "", "10.0.0.0/-1"])(
  "%s is no proxy to trust",
  (entry) => {
    expect(() => readTrustedProxies([entry])).toThrow(RangeError);
  },
);

test.each([
  ["a proxy on this machine that nobody named", "127.0.0.1", "198.51.100.1", [], true],
  ["one on the network", "::ffff:172.20.0.3", "198.51.100.1", [], true],
  ["one that is named", "127.0.0.1", "192.168.1.5", ["127.0.0.1"], false],
  ["a visitor who writes the header", "203.0.113.9", "198.51.100.1", [], false],
  ["nobody forwards", "127.0.0.1", undefined, [], false],
])("an unknown proxy: %s", (_what, remote, forwarded, trusted, expected) => {
  const addressOf = createAddressReader(readTrustedProxies(trusted));
  expect(isFromUnknownProxy(requestOf(remote, forwarded), addressOf)).toBe(expected);
});

test("all addresses of one IPv6 customer are one network, and others are a network of their own", () => {
  const read = createAddressReader(readTrustedProxies(["127.0.0.1"]));
  const of = (hop: string) => {
    const headers = { "x-forwarded-for": hop };
    return networkOf(
      read({ socket: { remoteAddress: "127.0.0.1" }, headers } as unknown as Parameters<typeof read>[0]),
    );
  };
  expect(of("2001:db8:7:1::5")).toBe(of("2001:db8:7:ffff::9"));
  expect(of("2001:db8:7:1::5")).not.toBe(of("2001:db8:8:1::5"));
  expect([of("203.0.113.9"), of("::1"), networkOf("local")]).toEqual(["203.0.113.9", "::1", "local"]);
});

test.each([
  ["127.0.0.1", true],
  ["127.1.2.3", true],
  ["::1", true],
  ["localhost", true],
  ["0.0.0.0", false],
  ["127.0.0.1.evil.example", false],
  ["localhost.evil.example", false],
])("%s is loopback: %s", (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});
