// Loaded into the built server of browser tests: messages to Discord go to a server of the test instead, by the same call.
const base = process.env.DISCORD_OF_TESTS;
const call = globalThis.fetch;
globalThis.fetch = (address, init) =>
  new URL(address).host === "discord.com" ? call(new URL(new URL(address).pathname, base), init) : call(address, init);
