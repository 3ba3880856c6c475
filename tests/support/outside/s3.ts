// A bucket of S3 for a test: the program s3rver on a free port of this machine. The program ignores If-None-Match.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import type { S3Place } from "#server/storage/s3-store.ts";

export type TestS3 = { place: S3Place; settings: Record<string, string>; stop(): Promise<void> };

/** Starts s3rver with an empty bucket. */
export async function startS3(): Promise<TestS3> {
  const directory = mkdtempSync(join(tmpdir(), "parkering-s3-"));
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: "photos", configs: [] }],
  });
  const { port } = await server.run();
  const place: S3Place = {
    bucket: "photos",
    prefix: "parkering/",
    endpoint: `http://127.0.0.1:${port}`,
    region: "us-east-1",
    accessKeyId: "S3RVER",
    secretAccessKey: "S3RVER",
  };
  return {
    place,
    settings: {
      STORAGE_URL: "s3://photos/parkering",
      S3_ENDPOINT: place.endpoint ?? "",
      AWS_REGION: place.region,
      AWS_ACCESS_KEY_ID: place.accessKeyId,
      AWS_SECRET_ACCESS_KEY: place.secretAccessKey,
    },
    stop: async () => {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
