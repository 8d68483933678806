import { randomUUID } from 'node:crypto';
import type { ProviderContext } from '#app/core/providers/contract.ts';
import { connected } from '#app/core/providers/shared/connection-error.ts';
import { isObject, malformed, parseObject } from '#app/core/providers/shared/json.ts';
import { headersOf, refusalIn } from '#app/core/providers/shared/open-call.ts';
import { send } from '#app/core/providers/shared/post-json.ts';
import { readBounded } from '#app/core/providers/shared/read-bounded.ts';
import { urlBelow } from '#app/core/providers/shared/url-below.ts';
import { toProviderError } from './failure.ts';

const ANSWER_LIMIT = 64 * 1024;
/** Where the signature stands since October 2023; it was in the body before. */
const SIGNATURE_HEADER = 'x-sydney-encryptedconversationsignature';

/** A conversation at Bing, in which one question is asked. */
export interface Conversation {
  id: string;
  clientId: string;
  signature: string;
  /** The newer form, which opens the socket, too. */
  isEncrypted: boolean;
}

/** What both calls are made with. @param cookie all of it, or the value of `_U` alone */
export function headersWith(cookie: string): Record<string, string> {
  return {
    'x-ms-client-request-id': randomUUID(),
    ...(cookie !== '' && { cookie: cookie.includes('=') ? cookie : `_U=${cookie}` }),
  };
}

/**
 * Makes a conversation.
 * @param secrets what must not be in the message of an error
 * @throws ProviderError, also for a refusal, which has status 200; or the signal's reason
 */
export async function createConversation(
  { signal, credentials }: Pick<ProviderContext, 'signal' | 'credentials'>,
  secrets: readonly string[],
): Promise<Conversation> {
  signal.throwIfAborted();
  const url = urlBelow(credentials.baseUrl, '/turing/conversation/create');
  const answer = await connected(
    send(url, { method: 'GET', headers: headersWith(credentials.apiKey), signal }),
    signal,
  );
  const { status } = answer;
  const said = await connected(readBounded(answer.body, ANSWER_LIMIT), signal);
  if (status < 200 || status >= 300)
    throw toProviderError({ status, body: refusalIn(said), headers: headersOf(answer), secrets });
  const body = parseObject(said);
  const { conversationId: id, clientId, conversationSignature, result } = body;
  if (isObject(result) && result['value'] !== 'Success')
    throw toProviderError({ status: null, body, secrets });
  const encrypted = answer.headers[SIGNATURE_HEADER];
  const signature = encrypted ?? conversationSignature;
  if (typeof id !== 'string' || typeof clientId !== 'string' || typeof signature !== 'string')
    throw malformed('the provider made no conversation');
  return { id, clientId, signature, isEncrypted: encrypted !== undefined };
}
