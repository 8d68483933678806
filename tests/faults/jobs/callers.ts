import { setTimeout } from 'node:timers/promises';
import { PICTURE_MODEL } from '#tests/factories/create-image-model.ts';
import { VIDEO_MODEL } from '#tests/factories/video-call.ts';
import { jsonPost } from '#tests/fixtures/json-post.ts';

/** An external client of the API. */
export interface Caller {
  /** The current address of the API. */
  origin: () => string;
  key: string;
}

const PAUSE_MS = 100;

/** Orders an image and waits for it. @returns the status of the answer */
export async function orderImage(caller: Caller, prompt: string): Promise<number> {
  const body = { model: PICTURE_MODEL, prompt, quality: 'low', size: '1024x1024' };
  const answer = await askUntilAnswered(caller, 'images/generations', named(body, prompt));
  return answer.status;
}

/** Orders a video and polls it until it has ended. @returns its final status */
export async function orderVideo(caller: Caller, prompt: string): Promise<string> {
  const body = { model: VIDEO_MODEL, prompt, seconds: '4', size: '1280x720' };
  let video = await askUntilAnswered(caller, 'videos', named(body, prompt));
  while (['queued', 'in_progress'].includes(String(video.json.status))) {
    await setTimeout(PAUSE_MS);
    video = await askUntilAnswered(caller, `videos/${String(video.json.id)}`);
  }
  return String(video.json.status);
}

/** An order with an idempotency key. */
const named = (body: object, prompt: string) =>
  jsonPost(body, { headers: { 'idempotency-key': prompt.replaceAll(' ', '-') } });

/** Repeats the same call for as long as its connection breaks, or it is told to retry. */
async function askUntilAnswered(
  { origin, key }: Caller,
  path: string,
  { headers, ...init }: RequestInit = {},
) {
  for (;;) {
    try {
      const url = `${origin()}/api/v1/${path}`;
      const bearer = { authorization: `Bearer ${key}` };
      const response = await fetch(url, { ...init, headers: { ...(headers as object), ...bearer } });
      const json = (await response.json()) as Record<string, unknown>;
      if (response.headers.get('x-should-retry') !== 'true') return { status: response.status, json };
    } catch {
      // The process that had the call is gone.
    }
    await setTimeout(PAUSE_MS);
  }
}
