import { trimEnd } from '#app/contracts/text/trim-end.ts';
import { toProviderError } from '#app/core/providers/anthropic/failure.ts';
import type { ProviderAdapter } from '#app/core/providers/contract.ts';
import { answerLimit } from '#app/core/providers/shared/answer-limit.ts';
import { openCall } from '#app/core/providers/shared/open-call.ts';
import { readReply } from '#app/core/providers/shared/read-reply.ts';
import { CompletionReader } from './events.ts';
import { toCompletion } from './request.ts';

const WIRE_VERSION = '2023-06-01';

/**
 * Text completions, which Anthropic's first models spoke and whoever serves their like still does, by base URL (with or
 * without its `/v1`) and key.
 */
export const completeAdapter: ProviderAdapter = {
  id: 'anthropic-complete',
  stream(request, context) {
    const { signal, credentials } = context;
    const secrets = [credentials.apiKey];
    const open = () =>
      openCall(
        {
          url: completeUrl(credentials.baseUrl),
          headers: { 'x-api-key': credentials.apiKey, 'anthropic-version': WIRE_VERSION },
          json: toCompletion(request),
          toError: (refusal) => toProviderError({ ...refusal, secrets }),
        },
        context,
      );
    return readReply(open, new CompletionReader(secrets), { signal, limit: answerLimit(request) });
  },
};

function completeUrl(baseUrl: string): URL {
  const url = new URL(baseUrl);
  url.pathname = `${trimEnd(url.pathname, '/').replace(/\/v1$/, '')}/v1/complete`;
  return url;
}
