import { readRequest } from '#app/core/generation/record/request-file.ts';
import { maxOutputOf, type Generation } from '#app/core/generation/record/row.ts';
import type { ProviderCredentials } from '#app/core/providers/contract.ts';
import { adapterFor } from '#app/core/providers/registry.ts';
import { targetOf } from '#app/core/targets/table.ts';
import type { Prompt } from '#app/core/targets/target.ts';
import { credentialsOf, notSetUp, onOwnKey } from '#app/core/tasks/credentials.ts';
import type { EmptyAnswer, EmptyReason, Task } from '#app/core/tasks/task.ts';
import type { Tx } from '#db/transaction.ts';
import { continuationOf } from './continuation.ts';
import { priceChat } from './price.ts';
import { countPrompt, sentPrompt } from './token-count.ts';

/** Chat: the answer to a conversation, including non-text output (reasoning, tool calls, refusals). */
export const chat: Task<Prompt> = {
  name: 'chat',
  queue: 'chat',
  limits: ({ WORKER_CONCURRENCY, RUN_STALL_MS, RUN_DEADLINE_MS }) => ({
    concurrency: WORKER_CONCURRENCY,
    stallMs: RUN_STALL_MS,
    deadlineMs: RUN_DEADLINE_MS,
  }),
  price: priceChat,
  load: loadPrompt,

  execute(prompt, candidate, { generation, signal, onSent, onAccepted }) {
    const { provider, upstreamModel: model } = candidate;
    const adapter = adapterFor(provider) ?? notSetUp(provider);
    const request = {
      model,
      messages: prompt.messages,
      maxOutputTokens: maxOutputOf(generation, candidate),
      delivery: generation.delivery,
      options: sentPrompt(prompt, candidate).options,
    };
    const ask = (credentials: ProviderCredentials) =>
      adapter.stream(request, { signal, credentials, onSent, onAccepted });
    return generation.ownKey ? onOwnKey(generation, provider, ask) : ask(credentialsOf(provider));
  },

  countSent: countPrompt,

  continuationOf,

  emptyReason: (answer, prompt, candidate) => emptyReasonOf(answer, sentPrompt(prompt, candidate)),
};

/** The prompt that a run sends: the stored request of a call, or the prompt that its target builds. */
export async function loadPrompt(tx: Tx, generation: Generation): Promise<Prompt> {
  const { loadPrompt: loadFromTarget } = targetOf(generation);
  if (loadFromTarget) return loadFromTarget(tx, generation);
  const stored = JSON.parse(await readRequest(generation)) as Pick<
    Prompt,
    'messages' | 'options' | 'cap' | 'resume'
  >;
  return { ...stored, isFirst: false };
}

/**
 * The reason why an answer without text is charged: its provider ended the turn for a reason, or reports
 * usage. A caller can cause that (max output tokens used up by hidden reasoning, a stop sequence, a question
 * that needs no answer), and the provider bills it.
 * @returns null for an answer with neither: its provider has failed
 */
export function emptyReasonOf(
  { reasons, usage }: EmptyAnswer,
  { options: { stop } }: Pick<Prompt, 'options'>,
): EmptyReason | null {
  if (reasons.length === 0 && !usage) return null;
  if (reasons.includes('length')) return 'max_tokens';
  const mayStop = typeof stop === 'string' ? stop !== '' : (stop ?? []).length > 0;
  return mayStop && reasons.length > 0 && reasons.every((reason) => reason === 'stop')
    ? 'stop_sequence'
    : 'no_words';
}
