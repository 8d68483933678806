import { ProviderError, type ProviderContext } from '#app/core/providers/contract.ts';
import { openCall, type Call } from '../open-call.ts';
import type { Posted } from '../post-json.ts';
import { accessToken, forgetToken } from './access-token.ts';

/** What opens a call: the operator's key, or a token that was given out for a while. */
export interface Opener {
  kind: 'key' | 'token';
  value: string;
}

/**
 * Opens a call with the key of its credentials, or with an access token where they have a grant instead.
 * @param secrets what must not be said back; a token is added to it
 * @throws what `openCall` does; ProviderError where no token is given out
 */
export async function openWith(
  toCall: (opener: Opener) => Call,
  secrets: string[],
  context: ProviderContext,
): Promise<Posted> {
  const { credentials, signal } = context;
  const { apiKey, grant } = credentials;
  if (!grant) return openCall(toCall({ kind: 'key', value: apiKey }), context);
  const token = await accessToken(grant, signal);
  secrets.push(token);
  try {
    return await openCall(toCall({ kind: 'token', value: token }), context);
  } catch (error) {
    // It may have been withdrawn: the next call gets another.
    if (error instanceof ProviderError && error.status === 401) await forgetToken(grant, token);
    throw error;
  }
}
