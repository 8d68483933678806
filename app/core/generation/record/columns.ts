import type { GenerationState } from '#app/contracts/generation.ts';
import type { AskedVideo } from '#app/contracts/media/video.ts';
import type { SendParameters } from '#app/contracts/send.ts';
import { bigInt, flag, json, plain } from '#db/columns.ts';
import type { Candidate, RoutingRecord } from './candidate.ts';

/** What an order asked for, whatever is made; kept when its words are gone. */
export type JobAsked = AskedVideo;

/** The columns of a generation that its admission writes or its run reads, each named once. */
export const COLUMNS = {
  id: plain<string>('id'),
  /** Who asked, and where the result goes: a name in the table of targets (core/targets/table.ts). */
  target: plain<string>('target'),
  /** What is made: a name in the table of tasks (core/tasks/table.ts). */
  task: plain<string>('task'),
  /** Whose step it is, and its place among the steps, from 1; null for one that stands for itself. */
  parentId: plain<string | null>('parent_id'),
  step: plain<number | null>('step'),
  state: plain<GenerationState>('state'),
  /** How often it was claimed or taken from a worker: the fencing token of its stream log. */
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
  /** Tokens of the answer that are held for so far, and what each further one costs; null where all of them are. */
  heldOutputTokens: plain<number | null>('held_output_tokens'),
  outputPico: bigInt<bigint | null>('output_pico'),
  maxOutputTokens: plain<number>('max_output_tokens'),
  /** The money on hand lowered the longest answer. */
  capLowered: flag('cap_lowered'),
  estimatedPromptTokens: plain<number>('estimated_prompt_tokens'),
  omittedMessages: plain<number>('omitted_messages'),
  /** The oldest message whose pictures go along; null: none do. */
  picturesFromId: plain<string | null>('pictures_from_id'),
  /** What a continued reply already said. */
  prefixText: plain<string | null>('prefix_text'),
  /** Offers in the order in which they are tried; empty: the one that the row names. */
  route: json<Candidate[]>('route', []),
  /** How the route was chosen, for the receipt; a title has none. */
  routing: json<RoutingRecord | null>('routing', null),
  delivery: plain<Delivery>('delivery'),
  /** What is asked for, as JSON, or its file (request-file.ts); null where its target knows. Deleted at settle. */
  request: plain<string | null>('request'),
  apiKeyId: plain<string | null>('api_key_id'),
  /** Tells a client's repeat of a call of the public API (SHA-256 of the body, hex). */
  requestHash: plain<string | null>('request_hash'),
  /** Its answer is stored for repeats of the call. */
  keepsAnswer: flag('keeps_answer'),
  /** Its body and its answer are stored for its account. */
  storesContent: flag('stores_content'),
  /** What is shown of the order of a job that is asked for by its id; null where none is. */
  asked: json<JobAsked | null>('asked', null),
  /** It runs on its person's own key for its endpoint, and costs nothing. */
  ownKey: flag('own_key'),
  offerId: plain<string | null>('offer_id'),
  createdAt: plain<Date>('created_at'),
} as const;

/** How a reader wants its answer: as it grows, or when it is whole. */
export type Delivery = 'stream' | 'whole';

interface DeliveryFacts {
  /** What is said is seen at once, by its reader and by us: silence is a stall, and money is held in steps. */
  isSeen: boolean;
  /** Milliseconds for which a run that ends with its reader goes on without any; null: to its end. */
  patienceMs: number | null;
}

export const DELIVERIES: Readonly<Record<Delivery, DeliveryFacts>> = {
  // A reader may be a moment late with its registration.
  stream: { isSeen: true, patienceMs: 1_500 },
  // Its client may come back for it with a retry, and its provider bills all of it.
  whole: { isSeen: false, patienceMs: null },
};
