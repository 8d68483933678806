import type { ImageRequestRecord } from '#app/contracts/media/image.ts';
import type { VideoRequestRecord } from '#app/contracts/media/video.ts';
import type { ChatRequest } from '#app/contracts/openai/chat-request.ts';
import type { EmbeddingRequest } from '#app/contracts/openai/embedding.ts';
import type { ProviderPreferences } from '#app/contracts/openai/provider-preferences.ts';
import type { ApiKey } from '#app/core/api-keys/api-key.ts';

/** The facts about a caller that decide which offers may answer it. */
export interface Asker {
  userId: string;
  /** `models`: the models that its key is limited to; null allows all. */
  key: Pick<ApiKey, 'models'>;
  /** Aborted when the caller disconnects: a request that is not admitted yet is abandoned. */
  signal?: AbortSignal;
}

/** A request for text. */
export interface ChatAsk extends Asker {
  task: 'chat';
  /** The account's default for requests that name no model; null is none. */
  defaultModel: string | null;
  body: ChatRequest;
}

/** A request for vectors. */
export interface EmbeddingAsk extends Asker {
  task: 'embedding';
  body: EmbeddingRequest;
}

/** A request for images. */
export interface ImageAsk extends Asker {
  task: 'image';
  body: ImageOrderBody;
}

/** A request for a video. */
export interface VideoAsk extends Asker {
  task: 'video';
  body: MediaOrderBody<VideoRequestRecord>;
}

/** A media order, whichever form its request had. */
export interface MediaOrderBody<Order> {
  model: string;
  provider?: ProviderPreferences;
  record: Order;
  /** Names of fields that reach no model. */
  ignored: readonly string[];
}

export interface ImageOrderBody extends MediaOrderBody<ImageRequestRecord> {
  isStreamed: boolean;
}

/**
 * A request for a generation, valid in form: the caller, the task, and the body of that task. The public API
 * makes it of a call, the playground of a prompt and a pair, a conversation of a message that asks for images
 * or a video. `priceAsk` (core/tasks/table.ts) routes, weighs and prices it.
 */
export type Ask = ChatAsk | EmbeddingAsk | ImageAsk | VideoAsk;
