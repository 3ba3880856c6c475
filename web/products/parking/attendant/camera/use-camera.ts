import { type RefObject, useEffect, useState } from "react";
import { cameraTexts } from "./camera-texts.ts";

export type Camera = {
  problem: string | undefined;
  /** Turns the lamp on or off; undefined when the camera has no lamp. */
  torch: { isOn: boolean; turn: () => void } | undefined;
};

/** The browsers' types do not know `torch` yet. */
type WithTorch = MediaTrackCapabilities & { torch?: boolean };

/** The back camera while a screen is open. Its picture goes to `video`; its tracks stop with the screen. */
export function useCamera(video: RefObject<HTMLVideoElement | null>): Camera {
  const [problem, setProblem] = useState<string>();
  const [track, setTrack] = useState<MediaStreamTrack>();
  const [isLit, setIsLit] = useState(false);

  useEffect(() => {
    let isOver = false;
    let stream: MediaStream | undefined;
    const stop = () => {
      for (const one of stream?.getTracks() ?? []) one.stop();
    };
    openCamera().then(
      (opened) => {
        stream = opened;
        if (isOver) return stop();
        setTrack(opened.getVideoTracks()[0]);
        const shown = video.current;
        if (shown === null) return undefined;
        shown.srcObject = opened;
        return void shown.play().catch(() => undefined);
      },
      (error: unknown) => {
        const isRefused = error instanceof DOMException && error.name === "NotAllowedError";
        setProblem(isRefused ? cameraTexts.problems.permission : cameraTexts.problems.camera);
      },
    );
    return () => {
      isOver = true;
      stop();
    };
  }, [video]);

  const capabilities: WithTorch | undefined = track?.getCapabilities?.();
  const hasTorch = capabilities?.torch === true;
  const turn = () => {
    const wanted = { advanced: [{ torch: !isLit } as MediaTrackConstraintSet] };
    track?.applyConstraints(wanted).then(
      () => setIsLit(!isLit),
      () => undefined,
    );
  };
  return { problem, torch: hasTorch ? { isOn: isLit, turn } : undefined };
}

/** A page without TLS has no cameras. */
async function openCamera(): Promise<MediaStream> {
  const devices = (navigator as { mediaDevices?: MediaDevices }).mediaDevices;
  if (devices === undefined) throw new Error("no camera");
  return devices.getUserMedia({
    video: { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 720 } },
    audio: false,
  });
}
