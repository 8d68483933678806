import type { GenerationState } from '#app/contracts/generation.ts';
import type { RequestedVideo } from '#app/contracts/media/video.ts';
import type { SendParameters } from '#app/contracts/send.ts';
import { bigInt, flag, json, plain } from '#db/columns.ts';
import type { Candidate, RoutingRecord } from './candidate.ts';

/** Description of a job's order, for any kind of media; stored after the prompt is deleted. */
export type OrderSummary = RequestedVideo;

/** The columns of a generation that admission writes or a run reads, each named once. */
export const COLUMNS = {
  id: plain<string>('id'),
  /** The caller and the place of the result: a name in the table of targets (core/targets/table.ts). */
  target: plain<string>('target'),
  /** The kind of output: a name in the table of tasks (core/tasks/table.ts). */
  task: plain<string>('task'),
  /**
   * The generation this one is a step of, and its place among the steps, from 1; null for a generation of its
   * own.
   */
  parentId: plain<string | null>('parent_id'),
  step: plain<number | null>('step'),
  state: plain<GenerationState>('state'),
  /** Counts claims and fencings: the fencing token of its stream log. */
  attempt: plain<number>('attempt'),
  userId: plain<string>('user_id'),
  /** null: the operator pays, nothing is held or charged. */
  accountId: plain<string | null>('account_id'),
  applicationId: plain<string | null>('application_id'),
  requestId: plain<string | null>('request_id'),
  conversationId: plain<string | null>('conversation_id'),
  promptMessageId: plain<string | null>('prompt_message_id'),
  oldestMessageId: plain<string | null>('oldest_message_id'),
  replyMessageId: plain<string | null>('reply_message_id'),
  endpoint: plain<string>('endpoint'),
  provider: plain<string>('provider'),
  model: plain<string>('model'),
  upstreamModel: plain<string>('upstream_model'),
  parameters: json<SendParameters>('parameters', {}),
  priceId: plain<string | null>('price_id'),
  heldMicro: bigInt('held_micro'),
  /** Output tokens held for so far, and the price of each further one; null where all of them are held. */
  heldOutputTokens: plain<number | null>('held_output_tokens'),
  outputPico: bigInt<bigint | null>('output_pico'),
  maxOutputTokens: plain<number>('max_output_tokens'),
  /** The available money lowered the max output tokens. */
  capLowered: flag('cap_lowered'),
  estimatedPromptTokens: plain<number>('estimated_prompt_tokens'),
  omittedMessages: plain<number>('omitted_messages'),
  /** The oldest message whose images are sent along; null: none are. */
  picturesFromId: plain<string | null>('pictures_from_id'),
  /** Existing text of a continued reply. */
  prefixText: plain<string | null>('prefix_text'),
  /** Offers in the order in which they are tried; empty: the one that the row names. */
  route: json<Candidate[]>('route', []),
  /** How the route was chosen, for the receipt; null for a title. */
  routing: json<RoutingRecord | null>('routing', null),
  delivery: plain<Delivery>('delivery'),
  /**
   * The request as JSON, or a reference to its file (request-file.ts); null if the target derives it. Deleted
   * at settle.
   */
  request: plain<string | null>('request'),
  apiKeyId: plain<string | null>('api_key_id'),
  /** Identifies a client's repeat of a call of the public API (SHA-256 of the body, hex). */
  requestHash: plain<string | null>('request_hash'),
  /** Its answer is stored for repeats of the call. */
  keepsAnswer: flag('keeps_answer'),
  /** Its body and its answer are stored for its account. */
  storesContent: flag('stores_content'),
  /** Public description of the order of a job that is fetched by its id; null for other generations. */
  asked: json<OrderSummary | null>('asked', null),
  /** It runs on the user's own key for its endpoint, and costs nothing. */
  ownKey: flag('own_key'),
  offerId: plain<string | null>('offer_id'),
  createdAt: plain<Date>('created_at'),
} as const;

/** Delivery of an answer: streamed, or whole at the end. */
export type Delivery = 'stream' | 'whole';

interface DeliveryFacts {
  /**
   * The reader and we see output as it is produced: silence counts as a stall, and money is held in steps.
   */
  isSeen: boolean;
  /** Milliseconds that a run tied to its reader continues without one; null: to its end. */
  patienceMs: number | null;
}

export const DELIVERIES: Readonly<Record<Delivery, DeliveryFacts>> = {
  // A reader may register a moment late.
  stream: { isSeen: true, patienceMs: 1_500 },
  // Its client may retry and fetch the answer, and its provider bills all of it.
  whole: { isSeen: false, patienceMs: null },
};
