import { expect, test } from "vitest";
import { decodeFrame, encodeChange, encodeFrame, FrameError, parseAccessToken, parseJoin } from "./protocol.ts";

// Payloads as @supabase/supabase-js 2.108.2 sent and took them.
const JOIN_PAYLOAD = {
  config: {
    broadcast: { ack: false, self: false },
    presence: { key: "", enabled: false },
    postgres_changes: [{ event: "INSERT", schema: "public", table: "notes", filter: "title=eq.a" }],
    private: false,
  },
};
const RECORDED = {
  "1.0.0": {
    join: `{"topic":"realtime:notes","event":"phx_join","payload":${JSON.stringify(JOIN_PAYLOAD)},"ref":"6","join_ref":"6"}`,
    heartbeat: '{"topic":"phoenix","event":"heartbeat","payload":{},"ref":"8"}',
    leave: '{"topic":"realtime:notes","event":"phx_leave","payload":{},"ref":"9","join_ref":"6"}',
  },
  "2.0.0": {
    join: `["6","6","realtime:notes","phx_join",${JSON.stringify(JOIN_PAYLOAD)}]`,
    heartbeat: '[null,"8","phoenix","heartbeat",{}]',
    leave: '["6","9","realtime:notes","phx_leave",{}]',
  },
} as const;

test.each(["1.0.0", "2.0.0"] as const)("recorded frames of protocol %s are read alike", (version) => {
  const { join, heartbeat, leave } = RECORDED[version];
  expect(decodeFrame(join, version)).toEqual({
    join_ref: "6",
    ref: "6",
    topic: "realtime:notes",
    event: "phx_join",
    payload: JOIN_PAYLOAD,
  });
  expect(decodeFrame(heartbeat, version)).toEqual({
    join_ref: null,
    ref: "8",
    topic: "phoenix",
    event: "heartbeat",
    payload: {},
  });
  expect(decodeFrame(leave, version)).toMatchObject({ join_ref: "6", ref: "9", event: "phx_leave" });
});

test.each([
  "",
  "{",
  "null",
  "7",
  "[]",
  '["6","6","realtime:notes","phx_join"]',
  '["6","6","","phx_join",{}]',
  '["6","6","realtime:notes",null,{}]',
  '["6","6","realtime:notes","phx_join",[]]',
  '["6","6","realtime:notes","phx_join",null]',
  '[6,"6","realtime:notes","phx_join",{}]',
  `["6","6","${"x".repeat(256)}","phx_join",{}]`,
  `["${"6".repeat(65)}","6","realtime:notes","phx_join",{}]`,
])("%s is no frame", (text) => {
  expect(() => decodeFrame(text, "2.0.0")).toThrow(FrameError);
  expect(() => decodeFrame(text, "1.0.0")).toThrow(FrameError);
});

test("a join tells what is to be heard, letter for letter", () => {
  expect(parseJoin({ ...JOIN_PAYLOAD, access_token: "abc" })).toEqual({
    private: false,
    bindings: JOIN_PAYLOAD.config.postgres_changes,
    accessToken: "abc",
  });
  expect(parseJoin({})).toEqual({ private: false, bindings: [], accessToken: null });
  const sparse = { event: "*", schema: "public" };
  expect(JSON.stringify(parseJoin({ config: { postgres_changes: [sparse] } }).bindings)).toBe(JSON.stringify([sparse]));
});

test.each([
  [{ config: { postgres_changes: {} } }, "config.postgres_changes"],
  [{ config: { postgres_changes: [{ event: "insert" }] } }, "config.postgres_changes.0.event"],
  [{ config: { postgres_changes: [{ event: "*", table: 7 }] } }, "config.postgres_changes.0.table"],
  [{ config: { private: "yes" } }, "config.private"],
  [{ access_token: {} }, "access_token"],
])("a join of %o is refused, and the message names %s", (payload, field) => {
  expect(() => parseJoin(payload)).toThrow(field);
});

test("a token may be null when its owner signed out", () => {
  expect(parseAccessToken({ access_token: "abc" })).toBe("abc");
  expect(parseAccessToken({ access_token: null })).toBeNull();
  expect(() => parseAccessToken({ access_token: 7 })).toThrow(FrameError);
});

test("replies are written in the client's protocol", () => {
  const payload = { status: "ok", response: {} };
  const reply = { joinRef: "6", ref: "9", topic: "realtime:notes", event: "phx_reply", payload };
  expect(encodeFrame("2.0.0", reply)).toBe('["6","9","realtime:notes","phx_reply",{"status":"ok","response":{}}]');
  expect(JSON.parse(encodeFrame("1.0.0", reply))).toEqual({
    join_ref: "6",
    ref: "9",
    topic: "realtime:notes",
    event: "phx_reply",
    payload,
  });
});

test("a change is written around its data, whatever the topic's letters", () => {
  const topic = 'realtime:å"\n';
  const payload = { ids: [1, 2], data: { record: { id: "x" } } };
  const data = JSON.stringify(payload.data);
  expect(JSON.parse(encodeChange("2.0.0", topic, [1, 2], data))).toEqual([
    null,
    null,
    topic,
    "postgres_changes",
    payload,
  ]);
  expect(JSON.parse(encodeChange("1.0.0", topic, [1, 2], data))).toEqual({
    topic,
    event: "postgres_changes",
    payload,
    ref: null,
    join_ref: null,
  });
});
