import type { ImageInput, ImageRequestRecord } from '#app/contracts/media/image.ts';
import type { VideoRequestRecord } from '#app/contracts/media/video.ts';
import type { ChatRequest } from '#app/contracts/openai/chat-request.ts';
import type { EmbeddingRequest } from '#app/contracts/openai/embedding.ts';
import type { ProviderPreferences } from '#app/contracts/openai/provider-preferences.ts';
import type { ApiKey } from '#app/core/api-keys/api-key.ts';

/** A call of the public API, already checked for form: who makes it, and what repeats it. */
export interface CallFacts {
  /** Chosen before the call is admitted, so that its reader is there before its first word. */
  generationId: string;
  /** Where its answer goes, by a name in the table of targets: to who reads it, or to be fetched later. */
  target: 'call' | 'response' | 'background' | 'job';
  userId: string;
  /** Aborted when the caller leaves: no more is done for a call that is not admitted yet. */
  signal?: AbortSignal;
  key: Pick<ApiKey, 'id' | 'userId' | 'applicationId' | 'models' | 'caps'>;
  /** Its body and its answer are stored for its account. */
  keepsContent: boolean;
  requestId: string;
  /** SHA-256 of path and body, hex: tells a client's repeat of the same call. */
  requestHash: string;
  /** SHA-256 of the client's Idempotency-Key, hex. */
  idempotencyKeyHash: string | null;
  /** How often the client has tried before, by its own count. */
  retryCount: number;
}

/** A call to be answered in words. */
export interface ChatCall extends CallFacts {
  task: 'chat';
  /** The account's choice for calls that name no model; null is none. */
  defaultModel: string | null;
  body: ChatRequest;
}

/** A call to be answered with vectors. */
export interface EmbeddingCall extends CallFacts {
  task: 'embedding';
  body: EmbeddingRequest;
}

/** A call to be answered with pictures. */
export interface ImageCall extends CallFacts {
  task: 'image';
  body: ImageCallBody;
  /** The fields of its request, without the pictures. */
  fields: Record<string, unknown>;
}

/** What such a call asks for, whichever form its request had. */
export interface ImageCallBody {
  model: string;
  provider?: ProviderPreferences;
  record: ImageRequestRecord;
  /** Fields that reach no model, by name. */
  ignored: readonly string[];
  isStreamed: boolean;
}

/** A call for a video, which is fetched later. */
export interface VideoCall extends CallFacts {
  task: 'video';
  body: VideoCallBody;
  /** The fields of its request, without the picture or video that it begins with. */
  fields: Record<string, unknown>;
}

/** What such a call asks for, whichever form its request had. */
export interface VideoCallBody {
  model: string;
  provider?: ProviderPreferences;
  record: VideoRequestRecord;
  /** Fields that reach no model, by name. */
  ignored: readonly string[];
}

export type ApiCall = ChatCall | EmbeddingCall | ImageCall | VideoCall;

/** A call that was taken on: stored, paid for, and on its way. */
export interface AdmittedCall {
  generationId: string;
  /** True when the client asked before, and an earlier run answers. */
  isRepeat: boolean;
  heldMicro: bigint;
  maxOutputTokens: number;
  /** Of what it is asked, by our own count: what it was admitted by. */
  promptTokens: number;
  /** True when the money on hand lowered the longest answer. */
  capLowered: boolean;
}

/**
 * The body of a call as chat completions, embeddings, images or videos take it: that of a form as JSON, and that of
 * another dialect as the chat that it stands for.
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

/** Inputs of calls come with them; files have no other name in the API. */
function asSent({ source }: Pick<ImageInput, 'source'>): { image_url: string } | { file_id: string } {
  return 'dataUrl' in source ? { image_url: source.dataUrl } : { file_id: source.fileId };
}
