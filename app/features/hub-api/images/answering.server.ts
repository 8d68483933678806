import type { AppLoadContext } from '@remix-run/node';
import type { ReplyPiece } from '#app/contracts/generation.ts';
import type { ImageFields } from '#app/contracts/openai/image-request.ts';
import type { OpenCall } from '#app/core/generation/admit/call.ts';

/** A call for pictures that was taken on. */
export interface Answering {
  call: OpenCall;
  context: AppLoadContext;
  /** Aborted when the client has left, the key has ended, or the time to drain is over. */
  inForce: AbortSignal;
  userId: string;
  fields: ImageFields;
}

/** What a picture is, in OpenAI's words. */
export function looksOf({ width, height, mimeType }: ReplyPiece): { size: string; output_format: string } {
  return { size: `${width}x${height}`, output_format: mimeType.slice(mimeType.indexOf('/') + 1) };
}
