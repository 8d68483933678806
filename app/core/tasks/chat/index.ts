import { longestOf } from '#app/core/generation/record/candidates-of.ts';
import type { ProviderCredentials } from '#app/core/providers/contract.ts';
import { adapterFor } from '#app/core/providers/registry.ts';
import type { Prompt } from '#app/core/targets/target.ts';
import { credentialsOf, notSetUp } from '../credentials-of.ts';
import { onOwnKey } from '../on-own-key.ts';
import type { Task } from '../task.ts';
import { askToGoOn } from './ask-to-go-on.ts';
import { countPrompt } from './count-prompt.ts';
import { emptyReasonOf } from './empty-answer.ts';
import { loadPrompt } from './load-prompt.ts';
import { planChatCall } from './price-call.ts';
import { sentPrompt } from './sent-prompt.ts';

/** Words: an answer to a conversation, with everything that models say beside (thoughts, tool calls, refusals). */
export const chat: Task<Prompt> = {
  name: 'chat',
  queue: 'chat',
  limits: ({ WORKER_CONCURRENCY, RUN_STALL_MS, RUN_DEADLINE_MS }) => ({
    concurrency: WORKER_CONCURRENCY,
    stallMs: RUN_STALL_MS,
    deadlineMs: RUN_DEADLINE_MS,
  }),
  planCall: planChatCall,
  load: loadPrompt,

  execute(prompt, candidate, { generation, signal, onSent, onTaken }) {
    const { provider, upstreamModel: model } = candidate;
    const adapter = adapterFor(provider) ?? notSetUp(provider);
    const request = {
      model,
      messages: prompt.messages,
      maxOutputTokens: longestOf(generation, candidate),
      delivery: generation.delivery,
      options: sentPrompt(prompt, candidate).options,
    };
    const ask = (credentials: ProviderCredentials) =>
      adapter.stream(request, { signal, credentials, onSent, onTaken });
    return generation.ownKey ? onOwnKey(generation, provider, ask) : ask(credentialsOf(provider));
  },

  countSent: countPrompt,

  goOn: askToGoOn,

  emptyReason: (answer, prompt, candidate) => emptyReasonOf(answer, sentPrompt(prompt, candidate)),
};
