import { X } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { Button } from "#shared/ui/button.tsx";
import { cameraTexts as texts } from "./camera-texts.ts";
import { TorchButton } from "../device/torch-button.tsx";
import type { Camera } from "../device/use-camera.ts";
import { READER_MEGABYTES } from "./reader-parts.ts";
import type { ReaderState } from "./use-reader.ts";

type CameraViewProps = {
  state: ReaderState;
  video: RefObject<HTMLVideoElement | null>;
  camera: Camera;
  onFetch: () => void;
  onClose: () => void;
  /** The text over the picture: the plate as read so far. */
  over?: ReactNode;
  /** The content below the picture. */
  children?: ReactNode;
};

/** The camera's picture with a frame to aim with, and the steps until the reader is ready. */
export function CameraView({ state, video, camera, onFetch, onClose, over, children }: CameraViewProps) {
  const ofReader = state.step === "failed" ? state.problem : undefined;
  const problem = camera.problem === undefined ? ofReader : texts.problems[camera.problem];
  return (
    <section aria-label={texts.region} className="mb-6 grid gap-3 rounded-card border-2 border-ink bg-surface p-3">
      <div className="relative overflow-hidden rounded-control bg-black" hidden={problem !== undefined}>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the camera's own picture, without sound */}
        <video
          ref={video}
          playsInline
          muted
          aria-hidden="true"
          className="max-h-[46svh] min-h-40 w-full object-cover"
        />
        <div
          aria-hidden="true"
          className="pointer-events-none absolute inset-x-[12%] inset-y-[32%] rounded-control border-4 border-white/80"
        />
        {over !== undefined && <div className="absolute inset-x-0 bottom-2 flex justify-center">{over}</div>}
      </div>
      {problem === undefined ? (
        <p className="text-sm text-ink-soft">{texts.isOn}</p>
      ) : (
        <p role="alert" className="font-medium text-danger">
          {problem}
        </p>
      )}
      {camera.problem === undefined && <Steps state={state} onFetch={onFetch} />}
      {children}
      <div className="flex flex-wrap gap-3">
        <Button size="large" onClick={onClose}>
          <X aria-hidden="true" />
          {texts.close}
        </Button>
        <TorchButton torch={camera.torch} />
      </div>
    </section>
  );
}

/** The steps until the reader is ready. */
function Steps({ state, onFetch }: { state: ReaderState; onFetch: () => void }) {
  if (state.step === "missing" || (state.step === "failed" && state.mayRetry)) {
    return (
      <div className="grid gap-2">
        <Button size="large" variant="primary" onClick={onFetch}>
          {texts.fetch(READER_MEGABYTES)}
        </Button>
        <p className="text-sm text-ink-soft">{texts.fetchText}</p>
      </div>
    );
  }
  if (state.step === "fetching") return <output>{texts.fetching(state.percent)}</output>;
  return state.step === "opening" ? <output>{texts.opening}</output> : null;
}
