import type { ImageInput } from '#app/contracts/media/image.ts';
import type { ApiKey } from '#app/core/api-keys/api-key.ts';
import type { Ask, ChatAsk, EmbeddingAsk, ImageAsk, VideoAsk } from './ask.ts';

/** The facts of a call of the public API beside its request: its key, and the identity of a repeat of it. */
export interface CallFacts extends Pick<Ask, 'userId' | 'signal'> {
  /** Chosen before the call is admitted, so that its reader is registered before the first output. */
  generationId: string;
  /** The destination of its answer, by a name in the table of targets: a reader, or storage. */
  target: 'call' | 'response' | 'background' | 'job';
  key: Pick<ApiKey, 'id' | 'userId' | 'applicationId' | 'models' | 'caps'>;
  /** True: the account stores the bodies and answers of its calls. */
  storesContent: boolean;
  requestId: string;
  /** SHA-256 of path and body, hex: identifies a client's repeat of the same call. */
  requestHash: string;
  /** SHA-256 of the client's Idempotency-Key, hex. */
  idempotencyKeyHash: string | null;
  /** Number of earlier attempts, by the client's own count. */
  retryCount: number;
}

/** The fields of an order as they were sent, without its images and videos. */
interface SentFields {
  fields: Record<string, unknown>;
}

export type ChatCall = CallFacts & ChatAsk;
export type VideoCall = CallFacts & VideoAsk & SentFields;

/** A call of the public API with a valid form. */
export type ApiCall = ChatCall | (CallFacts & EmbeddingAsk) | (CallFacts & ImageAsk & SentFields) | VideoCall;

/** An accepted call: stored, paid for, and queued or running. */
export interface AdmittedCall {
  generationId: string;
  /** True when the client repeats a call, and an earlier run answers. */
  isRepeat: boolean;
  heldMicro: bigint;
  maxOutputTokens: number;
  /** Tokens of the prompt by our own count: the count that admission used. */
  promptTokens: number;
  /** True when the account's money lowered the max output tokens. */
  capLowered: boolean;
}

/**
 * The body of a call in the format of chat completions, embeddings, images or videos: a form becomes JSON,
 * and a call in another dialect becomes the equivalent chat.
 */
export function bodyAsSent(call: ApiCall): object {
  if (call.task === 'image') {
    const { images, mask } = call.body.record;
    return {
      ...call.fields,
      ...(images.length > 0 && { images: images.map(asSent) }),
      ...(mask && { mask: asSent(mask) }),
    };
  }
  if (call.task === 'video') {
    const { firstFrame, video } = call.body.record;
    const reference = firstFrame ?? video;
    return { ...call.fields, ...(reference && { input_reference: asSent(reference) }) };
  }
  return call.body;
}

/** Inputs arrive with their call; the API has no other name for a file. */
function asSent({ source }: Pick<ImageInput, 'source'>): { image_url: string } | { file_id: string } {
  return 'dataUrl' in source ? { image_url: source.dataUrl } : { file_id: source.fileId };
}
