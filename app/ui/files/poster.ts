import { filePath, posterPath } from '#app/contracts/files/file-path.ts';
import type { FileView } from '#app/contracts/files/file-view.ts';

/** The longest side of what is drawn, in pixels: that of a thumbnail. */
const LONGEST = 512;
const QUALITY = 0.85;
/** Into the video, and at most so much of it: it may begin in the dark. */
const AT_SECONDS = 1;
const AT_MOST = 1 / 3;
/** For each step that a browser takes to show a frame; one that cannot may never say so. */
const PATIENCE_MS = 20_000;
/** For a frame to be painted: a tab in the background paints none, and may draw one all the same. */
const PAINT_PATIENCE_MS = 5_000;

/**
 * Draws a frame of a video as a JPEG.
 * @param source where it is, or what it is
 * @returns null where this browser cannot show the video
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
    const at = Number.isFinite(duration) ? Math.min(AT_SECONDS, duration * AT_MOST) : 0;
    if (at > 0 && !(await shown(video, 'seeked', () => (video.currentTime = at)))) return null;
    return await frameOf(video);
  } finally {
    // Ends what is still being read of it.
    video.removeAttribute('src');
    video.load();
    if (typeof source !== 'string') URL.revokeObjectURL(address);
  }
}

type Step = 'loadeddata' | 'seeked';

/** Does what leads to another frame. @returns whether that frame is there to be drawn */
async function shown(video: HTMLVideoElement, step: Step, act: () => void): Promise<boolean> {
  const isTold = told(video, step);
  const isPainted = painted(video);
  act();
  if (!(await isTold)) return false;
  await isPainted;
  return true;
}

/** Resolves with whether the event came before an error, or before patience is over. */
function told(video: HTMLVideoElement, event: Step): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), PATIENCE_MS);
    const settle = (isThere: boolean) => {
      clearTimeout(timer);
      resolve(isThere);
    };
    video.addEventListener(event, () => settle(true), { once: true });
    video.addEventListener('error', () => settle(false), { once: true });
  });
}

/**
 * Resolves once another frame is painted. The events do not mean that: a busy browser draws black until its decoder has
 * handed over the picture.
 */
function painted(video: HTMLVideoElement): Promise<void> {
  return new Promise((resolve) => {
    // Older browsers paint a frame before they say that it is sought.
    if (!('requestVideoFrameCallback' in video)) return resolve();
    const timer = setTimeout(resolve, PAINT_PATIENCE_MS);
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
 * Sends a poster of a video.
 * @returns where the video's small picture is now; null where it could not be kept
 */
export async function sendPoster(fileId: string, picture: Blob): Promise<string | null> {
  const form = new FormData();
  form.set('file', picture, 'poster.jpg');
  try {
    const answer = await fetch(posterPath(fileId), { method: 'POST', body: form });
    return answer.ok ? ((await answer.json()) as FileView).preview : null;
  } catch {
    return null;
  }
}

/** Asked for in this tab: a browser that cannot show a video is not asked twice. */
const made = new Map<string, Promise<string | null>>();
/** Videos are read one after the other. */
let last: Promise<unknown> = Promise.resolve();

/** Draws and sends the poster of a video that is there. @returns as `sendPoster` */
export function makePoster(fileId: string): Promise<string | null> {
  const known = made.get(fileId);
  if (known) return known;
  const making = last.then(async () => {
    const picture = await drawPoster(filePath(fileId));
    return picture && sendPoster(fileId, picture);
  });
  last = making.catch(() => undefined);
  made.set(fileId, making);
  return making;
}
