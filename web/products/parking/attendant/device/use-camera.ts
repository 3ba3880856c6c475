import { type RefObject, useEffect, useState } from "react";

/** The reason why no picture comes: the browser refuses the camera, or no camera opens. */
export type CameraProblem = "permission" | "camera";

/** The wished size of a camera's picture, in pixels. */
type PictureSize = { width: number; height: number };

export type Camera = {
  problem: CameraProblem | undefined;
  /** Turns the lamp on or off; undefined when the camera has no lamp. */
  torch: { isOn: boolean; turn: () => void } | undefined;
};

/** The browsers' types do not know `torch` yet. */
type WithTorch = MediaTrackCapabilities & { torch?: boolean };

/**
 * The back camera while a screen is open. Its picture, of about the size `wanted`, goes to `video`; its tracks stop with the screen.
 * `wanted` must be the same object at each render.
 */
export function useCamera(video: RefObject<HTMLVideoElement | null>, wanted: PictureSize): Camera {
  const [problem, setProblem] = useState<CameraProblem>();
  const [track, setTrack] = useState<MediaStreamTrack>();
  const [isLit, setIsLit] = useState(false);

  useEffect(() => {
    let isOver = false;
    let stream: MediaStream | undefined;
    const stop = () => {
      for (const one of stream?.getTracks() ?? []) one.stop();
    };
    openCamera(wanted).then(
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
        setProblem(isRefused ? "permission" : "camera");
      },
    );
    return () => {
      isOver = true;
      stop();
    };
  }, [video, wanted]);

  const capabilities: WithTorch | undefined = track?.getCapabilities?.();
  const hasTorch = capabilities?.torch === true;
  const turn = () => {
    const light = { advanced: [{ torch: !isLit } as MediaTrackConstraintSet] };
    track?.applyConstraints(light).then(
      () => setIsLit(!isLit),
      () => undefined,
    );
  };
  return { problem, torch: hasTorch ? { isOn: isLit, turn } : undefined };
}

/** A page without TLS has no cameras. */
async function openCamera({ width, height }: PictureSize): Promise<MediaStream> {
  const devices = (navigator as { mediaDevices?: MediaDevices }).mediaDevices;
  if (devices === undefined) throw new Error("no camera");
  return devices.getUserMedia({
    video: { facingMode: "environment", width: { ideal: width }, height: { ideal: height } },
    audio: false,
  });
}
