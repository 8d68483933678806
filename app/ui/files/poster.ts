import { filePath, posterPath } from '#app/contracts/files/file-path.ts';
import type { FileView } from '#app/contracts/files/file-view.ts';

/** The longest side of the drawn frame, in pixels: same as a thumbnail. */
const LONGEST = 512;
const QUALITY = 0.85;
/** The position of the frame in the video, limited to a share of its length: the first frame may be dark. */
const AT_SECONDS = 1;
const MAX_SHARE = 1 / 3;
/**
 * Time limit for each step until a browser shows a frame; a browser that cannot show it may never report
 * that.
 */
const STEP_TIMEOUT_MS = 20_000;
/** Time limit for painting a frame: a background tab paints none, but may still be able to draw one. */
const PAINT_TIMEOUT_MS = 5_000;

/**
 * Draws a frame of a video as a JPEG.
 * @param source its URL, or its content
 * @returns null if this browser cannot show the video
 */
export async function drawPoster(source: string | Blob): Promise<Blob | null> {
  const address = typeof source === 'string' ? source : URL.createObjectURL(source);
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.preload = 'auto';
  try {
    if (!(await shown(video, 'loadeddata', () => (video.src = address))) || video.videoWidth === 0)
      return null;
    const { duration } = video;
    const at = Number.isFinite(duration) ? Math.min(AT_SECONDS, duration * MAX_SHARE) : 0;
    if (at > 0 && !(await shown(video, 'seeked', () => (video.currentTime = at)))) return null;
    return await frameOf(video);
  } finally {
    // Stops the download of the video.
    video.removeAttribute('src');
    video.load();
    if (typeof source !== 'string') URL.revokeObjectURL(address);
  }
}

type Step = 'loadeddata' | 'seeked';

/** Performs an action that leads to another frame. @returns whether that frame is ready to be drawn */
async function shown(video: HTMLVideoElement, step: Step, act: () => void): Promise<boolean> {
  const hasFired = fired(video, step);
  const isPainted = painted(video);
  act();
  if (!(await hasFired)) return false;
  await isPainted;
  return true;
}

/** Resolves to true on the event, and to false on an error or a timeout. */
function fired(video: HTMLVideoElement, event: Step): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), STEP_TIMEOUT_MS);
    const settle = (isThere: boolean) => {
      clearTimeout(timer);
      resolve(isThere);
    };
    video.addEventListener(event, () => settle(true), { once: true });
    video.addEventListener('error', () => settle(false), { once: true });
  });
}

/**
 * Resolves once another frame is painted. The events do not guarantee that: a busy browser draws black until
 * its decoder has delivered the frame.
 */
function painted(video: HTMLVideoElement): Promise<void> {
  return new Promise((resolve) => {
    // Older browsers paint a frame before they fire `seeked`.
    if (!('requestVideoFrameCallback' in video)) return resolve();
    const timer = setTimeout(resolve, PAINT_TIMEOUT_MS);
    video.requestVideoFrameCallback(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function frameOf(video: HTMLVideoElement): Promise<Blob | null> {
  const { videoWidth, videoHeight } = video;
  const scale = Math.min(1, LONGEST / Math.max(videoWidth, videoHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(videoWidth * scale));
  canvas.height = Math.max(1, Math.round(videoHeight * scale));
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
}

/**
 * Uploads the poster image of a video.
 * @returns the path of the video's thumbnail; null if it could not be stored
 */
export async function sendPoster(fileId: string, image: Blob): Promise<string | null> {
  const form = new FormData();
  form.set('file', image, 'poster.jpg');
  try {
    const answer = await fetch(posterPath(fileId), { method: 'POST', body: form });
    return answer.ok ? ((await answer.json()) as FileView).preview : null;
  } catch {
    return null;
  }
}

/** Requests of this tab: a browser that cannot show a video is not tried twice. */
const made = new Map<string, Promise<string | null>>();
/** Videos are processed one after the other. */
let last: Promise<unknown> = Promise.resolve();

/** Draws and uploads the poster image of a stored video. @returns same as `sendPoster` */
export function makePoster(fileId: string): Promise<string | null> {
  const known = made.get(fileId);
  if (known) return known;
  const making = last.then(async () => {
    const image = await drawPoster(filePath(fileId));
    return image && sendPoster(fileId, image);
  });
  last = making.catch(() => undefined);
  made.set(fileId, making);
  return making;
}
