import type { GenerationState } from '#app/contracts/generation.ts';
import type { SendParameters } from '#app/contracts/send.ts';
import type { Candidate } from './candidate.ts';

/** What a generation is for: a reply in a conversation, the conversation's title, or a call of the public API. */
export type GenerationKind = 'chat' | 'title' | 'api';

/** What a worker needs of a generation's row to run it. */
export interface Generation {
  id: string;
  kind: GenerationKind;
  state: GenerationState;
  attempt: number;
  userId: string;
  /** null: the house pays, nothing is held or charged. */
  accountId: string | null;
  applicationId: string | null;
  requestId: string | null;
  conversationId: string | null;
  promptMessageId: string | null;
  oldestMessageId: string | null;
  replyMessageId: string | null;
  endpoint: string;
  provider: string;
  model: string;
  upstreamModel: string;
  parameters: SendParameters;
  priceId: string | null;
  heldMicro: bigint;
  /** Tokens of the answer that are held for so far; null where all of them are. */
  heldOutputTokens: number | null;
  maxOutputTokens: number;
  estimatedPromptTokens: number;
  prefixText: string | null;
  /** Offers in the order in which they are tried; empty: the one that the row names. */
  route: Candidate[];
  /** `whole`: its reader waits for the end. */
  delivery: 'stream' | 'whole';
  /** Of a call of the public API: messages and options as JSON, or their file (request-file.ts). Deleted at settle. */
  request: string | null;
  apiKeyId: string | null;
  /** Its answer is kept for repeats of the call. */
  keepsAnswer: boolean;
  offerId: string | null;
  createdAt: Date;
}

/** The row as the database answers it (BIGINT as text). */
export interface GenerationRow {
  id: string;
  kind: GenerationKind;
  state: GenerationState;
  attempt: number;
  user_id: string;
  account_id: string | null;
  application_id: string | null;
  request_id: string | null;
  conversation_id: string | null;
  prompt_message_id: string | null;
  oldest_message_id: string | null;
  reply_message_id: string | null;
  endpoint: string;
  provider: string;
  model: string;
  upstream_model: string;
  parameters: string | null;
  price_id: string | null;
  held_micro: string;
  held_output_tokens: number | null;
  max_output_tokens: number;
  estimated_prompt_tokens: number;
  prefix_text: string | null;
  route: string | null;
  delivery: 'stream' | 'whole';
  request: string | null;
  api_key_id: string | null;
  keeps_answer: number;
  offer_id: string | null;
  created_at: Date;
}

export const GENERATION_COLUMNS = `id, kind, state, attempt, user_id, account_id, application_id, request_id,
  conversation_id, prompt_message_id, oldest_message_id, reply_message_id, endpoint, provider, model, upstream_model,
  parameters, price_id, held_micro, held_output_tokens, max_output_tokens, estimated_prompt_tokens, prefix_text, route,
  delivery, request, api_key_id,
  keeps_answer, offer_id, created_at`;

export function toGeneration(row: GenerationRow): Generation {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    attempt: row.attempt,
    userId: row.user_id,
    accountId: row.account_id,
    applicationId: row.application_id,
    requestId: row.request_id,
    conversationId: row.conversation_id,
    promptMessageId: row.prompt_message_id,
    oldestMessageId: row.oldest_message_id,
    replyMessageId: row.reply_message_id,
    endpoint: row.endpoint,
    provider: row.provider,
    model: row.model,
    upstreamModel: row.upstream_model,
    parameters: row.parameters ? (JSON.parse(row.parameters) as SendParameters) : {},
    priceId: row.price_id,
    heldMicro: BigInt(row.held_micro),
    heldOutputTokens: row.held_output_tokens,
    maxOutputTokens: row.max_output_tokens,
    estimatedPromptTokens: row.estimated_prompt_tokens,
    prefixText: row.prefix_text,
    route: row.route ? (JSON.parse(row.route) as Candidate[]) : [],
    delivery: row.delivery,
    request: row.request,
    apiKeyId: row.api_key_id,
    keepsAnswer: row.keeps_answer === 1,
    offerId: row.offer_id,
    createdAt: row.created_at,
  };
}
