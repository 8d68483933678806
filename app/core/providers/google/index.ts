import type { ProviderAdapter, ProviderContext, ProviderRequest } from '../contract.ts';
import { answerLimit } from '../shared/answer-limit.ts';
import { connected } from '../shared/connection-error.ts';
import { googleHeaders, googleUrl } from '../shared/google-address.ts';
import { postJson, type Posted } from '../shared/post-json.ts';
import { readBounded } from '../shared/read-bounded.ts';
import { readReply } from '../shared/read-reply.ts';
import { textToolsOf } from '../shared/tool-options.ts';
import { AnswerReader } from './events.ts';
import { errorIn, toProviderError } from './failure.ts';
import { toWireRequest } from './request.ts';

const ERROR_BODY_LIMIT = 64 * 1024;

/** Google's Gemini API, and whoever speaks it, by base URL (with its version, `/v1beta`) and key. */
export const googleAdapter: ProviderAdapter = {
  id: 'google',
  stream(request, context) {
    const { signal, credentials } = context;
    const reader = new AnswerReader({
      secrets: [credentials.apiKey],
      textTools: textToolsOf(request.options),
      isSingle: request.options.parallel_tool_calls === false,
    });
    return readReply(() => open(request, context), reader, { signal, limit: answerLimit(request) });
  },
};

/** @throws ProviderError for a refusal and for a connection that failed, or the signal's reason */
async function open(request: ProviderRequest, context: ProviderContext): Promise<Posted> {
  const { credentials, signal, onTaken } = context;
  signal.throwIfAborted();
  const answer = await connected(
    postJson(addressOf(request, credentials.baseUrl), {
      headers: googleHeaders(context),
      json: toWireRequest(request),
      signal,
    }),
    signal,
  );
  const { status, headers, body } = answer;
  if (status >= 200 && status < 300) {
    onTaken?.();
    return answer;
  }
  throw toProviderError({
    status,
    body: errorIn(await connected(readBounded(body, ERROR_BODY_LIMIT), signal)),
    headers: new Headers(
      Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
    ),
    secrets: [credentials.apiKey],
  });
}

function addressOf({ model, delivery }: ProviderRequest, baseUrl: string): URL {
  const method = delivery === 'stream' ? 'streamGenerateContent' : 'generateContent';
  const url = googleUrl(baseUrl, `/models/${encodeURIComponent(model)}:${method}`);
  if (delivery === 'stream') url.searchParams.set('alt', 'sse');
  return url;
}
