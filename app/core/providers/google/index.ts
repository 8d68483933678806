import type { ProviderAdapter, ProviderRequest } from '../contract.ts';
import { answerLimit } from '../shared/answer-limit.ts';
import { googleHeaders, googleUrl } from '../shared/google-address.ts';
import { openCall } from '../shared/open-call.ts';
import { readReply } from '../shared/read-reply.ts';
import { textToolsOf } from '../shared/tool-options.ts';
import { AnswerReader } from './events.ts';
import { toProviderError } from './failure.ts';
import { toWireRequest } from './request.ts';

/** Google's Gemini API, and whoever speaks it, by base URL (with its version, `/v1beta`) and key. */
export const googleAdapter: ProviderAdapter = {
  id: 'google',
  stream(request, context) {
    const { signal, credentials } = context;
    const secrets = [credentials.apiKey];
    const reader = new AnswerReader({
      secrets,
      textTools: textToolsOf(request.options),
      isSingle: request.options.parallel_tool_calls === false,
    });
    const open = () =>
      openCall(
        {
          url: addressOf(request, credentials.baseUrl),
          headers: googleHeaders(context),
          json: toWireRequest(request),
          toError: (refusal) => toProviderError({ ...refusal, secrets }),
        },
        context,
      );
    return readReply(open, reader, { signal, limit: answerLimit(request) });
  },
};

function addressOf({ model, delivery }: ProviderRequest, baseUrl: string): URL {
  const method = delivery === 'stream' ? 'streamGenerateContent' : 'generateContent';
  const url = googleUrl(baseUrl, `/models/${encodeURIComponent(model)}:${method}`);
  if (delivery === 'stream') url.searchParams.set('alt', 'sse');
  return url;
}
