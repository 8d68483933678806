import type { Conversations } from './bing/conversations.ts';
import type { Gates } from './gate.ts';
import { readBody, type Exchange } from './http.ts';
import type { Media } from './media/media.ts';
import type { Videos } from './openai/videos/videos.ts';
import type { Memory } from './plan.ts';
import type { Recorder } from './record.ts';

/** The shared state of all request handlers. */
export interface SandboxContext {
  recorder: Recorder;
  memory: Memory;
  gates: Gates;
  videos: Videos;
  media: Media;
  conversations: Conversations;
  /** Serves the recorded requests at /_sandbox/requests. */
  record: boolean;
}

/** Reads the body of a request and records it for the tests. */
export async function readJson(
  { request, seen }: Pick<Exchange, 'request' | 'seen'>,
  { recorder }: SandboxContext,
): Promise<{ body: unknown } | 'too large' | 'no JSON'> {
  const raw = await readBody(request);
  if (raw === null) return 'too large';
  const body = parse(raw);
  recorder.keepBody(seen, raw, body ?? null);
  return body === undefined ? 'no JSON' : { body };
}

function parse(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}
