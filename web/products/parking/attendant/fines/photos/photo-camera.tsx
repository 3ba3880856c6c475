import { Camera, Check } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import type { PhotoCategory } from "#contract/cases.ts";
import { Button } from "#shared/ui/button.tsx";
import { TorchButton } from "../../device/torch-button.tsx";
import { useAwakeScreen } from "../../device/use-awake-screen.ts";
import { type CameraProblem, useCamera } from "../../device/use-camera.ts";
import { fineTexts } from "../fine-texts.ts";
import { nextCategory, withoutOne } from "../rules/next-category.ts";
import type { FinePhotos } from "./use-fine-photos.ts";

const texts = fineTexts.camera;
/** The quality of a picture that is taken. */
const QUALITY = 0.92;

/** The size of a picture is a little larger than that of a sent photo, so that small letters stay sharp. */
const PICTURE_SIZE = { width: 1920, height: 1080 };

type PhotoCameraProps = {
  photos: FinePhotos;
  onClose: () => void;
  /** The way to photos where no camera opens. */
  otherwise: ReactNode;
};

/** The camera of a fine. It stays open from photo to photo: the car, then its sign. Its pictures are handled as chosen files are. */
export function PhotoCamera(props: PhotoCameraProps) {
  const [isFull, setIsFull] = useState(false);
  if (isFull) return <Closed problem="memory">{props.otherwise}</Closed>;
  return <OpenCamera {...props} onFull={() => setIsFull(true)} />;
}

/** The sentence why there is no camera, and the other way to photos. */
function Closed({ problem, children }: { problem: CameraProblem | "memory"; children: ReactNode }) {
  return (
    <div className="grid gap-3">
      <p role="alert" className="font-medium text-danger">
        {texts.problems[problem]}
      </p>
      {children}
    </div>
  );
}

/** The camera's picture with its buttons. `onFull` is called when the device has no memory for a picture, and the camera then closes. */
function OpenCamera({ photos, onClose, otherwise, onFull }: PhotoCameraProps & { onFull: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const camera = useCamera(video, PICTURE_SIZE);
  // The subjects of the presses whose pictures are still being made.
  const [pending, setPending] = useState<readonly (PhotoCategory | null)[]>([]);
  const [hasPicture, setHasPicture] = useState(false);
  useAwakeScreen();
  const next = nextCategory([...photos.subjects, ...pending]);

  async function shoot() {
    if (video.current === null) return;
    setPending((all) => [...all, next]);
    try {
      const picture = await takeFrame(video.current);
      if (picture !== undefined) photos.take([picture], next);
    } catch {
      onFull();
    } finally {
      setPending((all) => withoutOne(all, next));
    }
  }

  if (camera.problem !== undefined) return <Closed problem={camera.problem}>{otherwise}</Closed>;
  return (
    <section aria-label={texts.region} className="grid gap-3">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the camera's own picture, without sound */}
      <video
        ref={video}
        playsInline
        muted
        aria-hidden="true"
        onLoadedData={() => setHasPicture(true)}
        className="camera-picture h-[36svh] min-h-40 w-full rounded-control bg-black object-cover"
      />
      <div className="flex flex-wrap gap-3">
        <Button
          size="large"
          variant={next === null ? "secondary" : "primary"}
          className="min-w-0 flex-auto"
          disabled={!hasPicture || photos.room <= pending.length}
          onClick={() => void shoot()}
        >
          <Camera aria-hidden="true" />
          {next === null ? texts.more : texts.take[next]}
        </Button>
        <Button size="large" variant={next === null ? "primary" : "secondary"} className="flex-auto" onClick={onClose}>
          <Check aria-hidden="true" />
          {texts.done}
        </Button>
        <TorchButton torch={camera.torch} />
      </div>
      <p className="text-sm text-ink-soft">{texts.isOn}</p>
    </section>
  );
}

/**
 * The picture that a video shows now, as a JPEG; undefined while it shows none yet. The picture is drawn at once, so that a hand that moves
 * on changes nothing. @throws DOMException when the device has no memory for it.
 */
async function takeFrame(video: HTMLVideoElement): Promise<File | undefined> {
  const { videoWidth: width, videoHeight: height } = video;
  if (width === 0) return undefined;
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d");
  if (context === null) throw new DOMException("No canvas");
  context.drawImage(video, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
  // Safari frees a canvas only when it is small.
  canvas.width = 0;
  if (blob === null) throw new DOMException("Not encoded");
  return new File([blob], "bild.jpg", { type: blob.type });
}
