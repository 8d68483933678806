import type { SendParameters } from '#app/contracts/send.ts';
import { type SqlValue, write } from '#db/sql.ts';
import type { Candidate } from '#app/core/generation/record/candidate.ts';
import type { RoutingRecord } from '#app/core/generation/record/routing-record.ts';
import type { HoldStep } from '#app/core/generation/weigh/hold-step.ts';
import type { GenerationKind } from '#app/core/generation/record/row.ts';
import type { Transaction } from '#db/transaction.ts';

/** A generation to be queued. */
export interface NewGeneration {
  id: string;
  kind: GenerationKind;
  userId: string;
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
  priceId: string;
  heldMicro: bigint;
  /** The part of the answer that is held for so far; null or absent where all of it is. */
  heldStep?: HoldStep | null;
  maxOutputTokens: number;
  capLowered: boolean;
  estimatedPromptTokens: number;
  omittedMessages: number;
  prefixText: string | null;
  route: Candidate[];
  /** How the route was chosen, for the receipt; a title has none. */
  routing?: RoutingRecord;
  delivery: 'stream' | 'whole';
  request: string | null;
  apiKeyId: string | null;
  /** Tells a client's repeat of a call of the public API (SHA-256 of the body, hex). */
  requestHash: string | null;
  /** Its answer is kept for repeats of the call. */
  keepsAnswer?: boolean;
}

/**
 * Queues generations with one INSERT.
 * @param onDone called when they are written and the commit is on its way: who claims one now waits for it
 */
export async function insertGenerations(
  tx: Transaction,
  generations: NewGeneration[],
  onDone?: () => void,
): Promise<void> {
  if (generations.length === 0) return;
  const now = new Date();
  const rows = generations.map((one): SqlValue[] => [
    one.id,
    one.kind,
    'queued',
    one.userId,
    one.accountId,
    one.applicationId,
    one.requestId,
    one.conversationId,
    one.promptMessageId,
    one.oldestMessageId,
    one.replyMessageId,
    one.endpoint,
    one.provider,
    one.model,
    one.upstreamModel,
    JSON.stringify(one.parameters),
    one.priceId,
    one.heldMicro,
    one.heldStep?.outputTokens ?? null,
    one.heldStep?.tokenPico ?? null,
    one.maxOutputTokens,
    one.capLowered ? 1 : 0,
    one.estimatedPromptTokens,
    one.omittedMessages,
    one.prefixText,
    one.route.length > 0 ? JSON.stringify(one.route) : null,
    one.routing ? JSON.stringify(one.routing) : null,
    one.delivery,
    one.request,
    one.apiKeyId,
    one.requestHash,
    one.keepsAnswer ? 1 : 0,
    now,
  ]);
  await write(
    tx,
    `INSERT INTO generations (id, kind, state, user_id, account_id, application_id, request_id, conversation_id, prompt_message_id,
       oldest_message_id, reply_message_id, endpoint, provider, model, upstream_model, parameters, price_id, held_micro,
       held_output_tokens, output_pico, max_output_tokens, cap_lowered, estimated_prompt_tokens, omitted_messages, prefix_text,
       route, routing, delivery, request, api_key_id, request_hash, keeps_answer, created_at)
     VALUES ?`,
    [rows],
    onDone,
  );
}
