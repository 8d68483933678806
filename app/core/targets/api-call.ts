import type { ImageInput, ImageRequestRecord } from '#app/contracts/media/image.ts';
import type { VideoRequestRecord } from '#app/contracts/media/video.ts';
import type { ChatRequest } from '#app/contracts/openai/chat-request.ts';
import type { EmbeddingRequest } from '#app/contracts/openai/embedding.ts';
import type { ProviderPreferences } from '#app/contracts/openai/provider-preferences.ts';
import type { ApiKey } from '#app/core/api-keys/api-key.ts';

/** A call of the public API with a valid form: its caller, and the facts that identify a repeat of it. */
export interface CallFacts {
  /** Chosen before the call is admitted, so that its reader is registered before the first output. */
  generationId: string;
  /** The destination of its answer, by a name in the table of targets: a reader, or storage. */
  target: 'call' | 'response' | 'background' | 'job';
  userId: string;
  /** Aborted when the caller disconnects: a call that is not admitted yet is abandoned. */
  signal?: AbortSignal;
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

/** A call to be answered with text. */
export interface ChatCall extends CallFacts {
  task: 'chat';
  /** The account's default for calls that name no model; null is none. */
  defaultModel: string | null;
  body: ChatRequest;
}

/** A call to be answered with vectors. */
export interface EmbeddingCall extends CallFacts {
  task: 'embedding';
  body: EmbeddingRequest;
}

/** A call to be answered with images. */
export interface ImageCall extends CallFacts {
  task: 'image';
  body: ImageCallBody;
  /** The fields of its request, without the images. */
  fields: Record<string, unknown>;
}

/** The body of such a call, whichever form its request had. */
export interface ImageCallBody {
  model: string;
  provider?: ProviderPreferences;
  record: ImageRequestRecord;
  /** Names of fields that reach no model. */
  ignored: readonly string[];
  isStreamed: boolean;
}

/** A call for a video, which is fetched later. */
export interface VideoCall extends CallFacts {
  task: 'video';
  body: VideoCallBody;
  /** The fields of its request, without the input image or video. */
  fields: Record<string, unknown>;
}

/** The body of such a call, whichever form its request had. */
export interface VideoCallBody {
  model: string;
  provider?: ProviderPreferences;
  record: VideoRequestRecord;
  /** Names of fields that reach no model. */
  ignored: readonly string[];
}

export type ApiCall = ChatCall | EmbeddingCall | ImageCall | VideoCall;

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
