import { answerLimit } from '#app/core/providers/shared/answer.ts';
import { textToolsOf } from '#app/core/providers/shared/text-tools.ts';
import { callerNames } from '#app/core/providers/shared/tool-calls.ts';
import type { Provider } from '#app/core/providers/provider.ts';
import type { ProviderAdapter } from '../contract.ts';
import { readReply } from '../shared/read-reply.ts';
import { postCall, type PostCall, type CallRequest } from './call.ts';
import { openAiEmbeddings } from './embeddings.ts';
import { ChunkReader } from './events.ts';
import { OPENAI_OPTIONS, omittedByOpenAi } from './options.ts';
import { toWireRequest } from './request.ts';
import { callRulesOf } from './target.ts';

/**
 * OpenAI, and every provider that speaks its chat completions, by base URL and key: streamed or whole, with
 * tools, several choices, log probabilities and everything else in CompletionOptions.
 *
 * The official client is not used for calls, because it costs more than it gives here. Measured on two busy
 * cores with Node 20, CPU of our side alone, in milliseconds for an answer of 52 chunks / for a whole answer:
 * official client 2.8 / 2.0, bare `fetch` 2.0 / 1.3, undici's `request` 1.0 / 0.45, node:http 0.9 / 0.5. The
 * client's other features (status to error, bounded waiting) are in failure.ts and post-json.ts.
 */
export const openAiAdapter = chatAdapter('openai', postCall);

/** A chat adapter for OpenAI's format. @param openWith opens the call */
export function chatAdapter(id: string, openWith: PostCall): ProviderAdapter {
  return {
    id,
    stream(request, context) {
      const { signal, credentials } = context;
      const secrets = [credentials.apiKey];
      const reader = new ChunkReader({
        choices: request.options.n ?? 1,
        secrets,
        textTools: textToolsOf(request.options),
        names: callerNames(request.options, callRulesOf({ isMistral: false })),
      });
      const asked: CallRequest = {
        path: '/chat/completions',
        model: request.model,
        toJson: (model, target) => toWireRequest({ ...request, model }, target),
        secrets,
      };
      return readReply(() => openWith(asked, context), reader, { signal, limit: answerLimit(request) });
    },
  };
}

export const openAiProvider: Provider = {
  dialect: 'openai',
  chat: openAiAdapter,
  embed: openAiEmbeddings,
  options: { supported: OPENAI_OPTIONS, omitted: omittedByOpenAi },
};
