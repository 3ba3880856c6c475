import { useEffect, useRef, useState } from "react";
import { DeviceFull } from "#shared/offline/device-full.ts";
import { canKeepReader, fetchReader, keptReader } from "#shared/offline/plate-reader-files.ts";
import { cameraTexts } from "./camera-texts.ts";
import { openReader, type PlateReader } from "./plate-reader.ts";
import { READER_BYTES, READER_PARTS } from "./reader-parts.ts";

export type ReaderState =
  | { step: "looking" | "missing" | "opening" }
  | { step: "fetching"; percent: number }
  | { step: "ready"; reader: PlateReader }
  | { step: "failed"; problem: string; mayRetry: boolean };

const { problems } = cameraTexts;

/** The device's plate reader. It opens when its files are stored, and is fetched when the attendant asks. It ends with the screen. */
export function useReader(): { state: ReaderState; fetchIt: () => void } {
  const [state, setState] = useState<ReaderState>({ step: canKeepReader() ? "looking" : "missing" });
  const ending = useRef(new AbortController());
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const end = new AbortController();
    ending.current = end;
    let reader: PlateReader | undefined;
    const say = (next: ReaderState) => !end.signal.aborted && setState(next);
    void openKept(say).then((opened) => {
      if (end.signal.aborted) opened?.close();
      else reader = opened;
    });
    return () => {
      end.abort();
      reader?.close();
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- opened anew once its files are fetched
  }, [attempt]);

  return {
    state,
    fetchIt: () => {
      const { signal } = ending.current;
      setState({ step: "fetching", percent: 0 });
      const tell = (bytes: number) =>
        setState({ step: "fetching", percent: Math.min(99, Math.floor((100 * bytes) / READER_BYTES)) });
      fetchReader(READER_PARTS, tell, signal).then(
        () => !signal.aborted && setAttempt((count) => count + 1),
        (error: unknown) => {
          if (signal.aborted) return;
          const isFull = error instanceof DeviceFull;
          setState({ step: "failed", problem: isFull ? problems.room : problems.network, mayRetry: !isFull });
        },
      );
    },
  };
}

async function openKept(say: (state: ReaderState) => unknown): Promise<PlateReader | undefined> {
  const files = await keptReader(READER_PARTS).catch(() => undefined);
  if (files === undefined) {
    say({ step: "missing" });
    return undefined;
  }
  say({ step: "opening" });
  try {
    const reader = await openReader(files);
    say({ step: "ready", reader });
    return reader;
  } catch {
    say({ step: "failed", problem: problems.memory, mayRetry: false });
    return undefined;
  }
}
