import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { ProviderError, type Grant, type ProviderContext } from '#app/core/providers/contract.ts';
import { openCall, type Call } from '#app/core/providers/shared/open-call.ts';
import type { HttpAnswer } from '#app/core/providers/shared/post-json.ts';
import { exchange } from './exchange.ts';

/** Cache size, above the number of accounts of any installation. */
const MAX_GRANTS = 1000;

/** Seconds before expiry at which a token is no longer used, since a call takes time to arrive. */
const MARGIN = 60;

interface CachedToken {
  /** Shared by all callers while it is being fetched. */
  token: Promise<string>;
  /** Milliseconds since the epoch; null while the token is being fetched. */
  until: number | null;
}

const tokens = new LRUCache<string, CachedToken>({ max: MAX_GRANTS });

/** The credential of a call: the operator's key, or a temporary access token. */
export interface CallCredential {
  kind: 'key' | 'token';
  value: string;
}

/**
 * Returns the access token of an account from the cache, else fetches one, which concurrent callers share. A
 * failure is not cached.
 * @throws ProviderError as `exchange` does, or the signal's reason
 */
export async function accessToken(grant: Grant, signal: AbortSignal): Promise<string> {
  signal.throwIfAborted();
  const id = idOfGrant(grant);
  const known = tokens.get(id);
  const isGood = known && (known.until === null || known.until > Date.now());
  return orAborted((isGood ? known : fetchToken(id, grant)).token, signal);
}

/** Removes a token that the provider refused from the cache, unless it was replaced meanwhile. */
export async function forgetToken(grant: Grant, refused: string): Promise<void> {
  const id = idOfGrant(grant);
  const known = tokens.get(id);
  if (known?.until != null && (await known.token) === refused && tokens.get(id) === known) tokens.delete(id);
}

function fetchToken(id: string, grant: Grant): CachedToken {
  const fetching = exchange(grant);
  const entry: CachedToken = {
    until: null,
    token: fetching.then(({ value, lifetime }) => {
      const margin = Math.min(MARGIN, lifetime / 2);
      entry.until = Date.now() + (lifetime - margin) * 1000;
      return value;
    }),
  };
  tokens.set(id, entry);
  // The waiting callers get the error; the next call tries again.
  entry.token.catch(() => {
    if (tokens.get(id) === entry) tokens.delete(id);
  });
  return entry;
}

/** Waits for work shared with other callers; it continues when one caller aborts. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason as Error);
    signal.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

/**
 * Opens a call with the key of the credentials, or with an access token if they contain a grant.
 * @param secrets strings that must not appear in errors; a token is added
 * @throws the errors of `openCall`; ProviderError if no token is issued
 */
export async function openAuthorized(
  toCall: (credential: CallCredential) => Call,
  secrets: string[],
  context: ProviderContext,
): Promise<HttpAnswer> {
  const { credentials, signal } = context;
  const { apiKey, grant } = credentials;
  if (!grant) return openCall(toCall({ kind: 'key', value: apiKey }), context);
  const token = await accessToken(grant, signal);
  secrets.push(token);
  try {
    return await openCall(toCall({ kind: 'token', value: token }), context);
  } catch (error) {
    // The token may have been revoked: the next call gets another.
    if (error instanceof ProviderError && error.status === 401) await forgetToken(grant, token);
    throw error;
  }
}

/** Cache id of a grant's token; reveals none of its secrets. */
function idOfGrant(grant: Grant): string {
  const { kind, tokenUrl, scope } = grant;
  const own =
    grant.kind === 'client'
      ? [grant.clientId, grant.clientSecret]
      : [grant.email, grant.privateKey, grant.privateKeyId];
  return createHash('sha256')
    .update(JSON.stringify([kind, tokenUrl, scope, ...own]))
    .digest('base64url');
}
