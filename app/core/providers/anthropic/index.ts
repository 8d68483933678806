import { trimEnd } from '#app/contracts/text/trim-end.ts';
import type { ProviderAdapter, ProviderContext, ProviderRequest } from '../contract.ts';
import { answerLimit } from '../shared/answer-limit.ts';
import { connected } from '../shared/connection-error.ts';
import { postJson, type Posted } from '../shared/post-json.ts';
import { readBounded } from '../shared/read-bounded.ts';
import { readReply } from '../shared/read-reply.ts';
import { textToolsOf } from '../shared/tool-options.ts';
import { MessageReader } from './events.ts';
import { errorIn, toProviderError } from './failure.ts';
import { toWireRequest } from './request.ts';

const ERROR_BODY_LIMIT = 64 * 1024;

/**
 * The newest, 2026-10-21, refuses temperature, top_p and top_k for every model. This one is still served, takes
 * them where the model does, and is the one that others who speak the wire know.
 */
const WIRE_VERSION = '2023-06-01';

/** Anthropic, and whoever speaks its Messages API, by base URL (with or without its `/v1`) and key. */
export const anthropicAdapter: ProviderAdapter = {
  id: 'anthropic',
  stream(request, context) {
    const { signal, credentials } = context;
    const reader = new MessageReader([credentials.apiKey], textToolsOf(request.options));
    return readReply(() => open(request, context), reader, { signal, limit: answerLimit(request) });
  },
};

/** @throws ProviderError for a refusal and for a connection that failed, or the signal's reason */
async function open(
  request: ProviderRequest,
  { credentials, signal, onTaken }: ProviderContext,
): Promise<Posted> {
  signal.throwIfAborted();
  const { apiKey } = credentials;
  const answer = await connected(
    postJson(messagesUrl(credentials.baseUrl), {
      headers: { 'x-api-key': apiKey, 'anthropic-version': WIRE_VERSION },
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
    secrets: [apiKey],
  });
}

function messagesUrl(baseUrl: string): URL {
  const url = new URL(baseUrl);
  url.pathname = `${trimEnd(url.pathname, '/').replace(/\/v1$/, '')}/v1/messages`;
  return url;
}
