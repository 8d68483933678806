import { LRUCache } from 'lru-cache';
import { ProviderError, type ProviderContext } from '#app/core/providers/contract.ts';
import { openCall, type Call } from '#app/core/providers/shared/open-call.ts';
import type { Posted } from '#app/core/providers/shared/post-json.ts';
import { exchange } from './exchange.ts';
import { idOfGrant, type Grant } from './grant.ts';

/** More accounts than an installation has. */
const MOST_GRANTS = 1000;

/** Seconds before its end at which a token is not used any more: a call takes a while to arrive. */
const MARGIN = 60;

interface Kept {
  /** Shared by everybody who asks meanwhile. */
  token: Promise<string>;
  /** Milliseconds since the epoch; null while it is being fetched. */
  until: number | null;
}

const kept = new LRUCache<string, Kept>({ max: MOST_GRANTS });

/** What opens a call: the operator's key, or a token that was given out for a while. */
export interface Opener {
  kind: 'key' | 'token';
  value: string;
}

/**
 * The access token of an account: the one that is there, else a new one, which all who ask at the same time wait for.
 * A failure is not kept.
 * @throws ProviderError as `exchange` does, or the signal's reason
 */
export async function accessToken(grant: Grant, signal: AbortSignal): Promise<string> {
  signal.throwIfAborted();
  const id = idOfGrant(grant);
  const known = kept.get(id);
  const isGood = known && (known.until === null || known.until > Date.now());
  return orLeft((isGood ? known : fetchToken(id, grant)).token, signal);
}

/** Lets go of a token that the provider does not accept, unless another has taken its place. */
export async function forgetToken(grant: Grant, refused: string): Promise<void> {
  const id = idOfGrant(grant);
  const known = kept.get(id);
  if (known?.until != null && (await known.token) === refused && kept.get(id) === known) kept.delete(id);
}

function fetchToken(id: string, grant: Grant): Kept {
  const fetching = exchange(grant);
  const entry: Kept = {
    until: null,
    token: fetching.then(({ value, lifetime }) => {
      const margin = Math.min(MARGIN, lifetime / 2);
      entry.until = Date.now() + (lifetime - margin) * 1000;
      return value;
    }),
  };
  kept.set(id, entry);
  // Those who wait hear of it; the next one tries again.
  entry.token.catch(() => {
    if (kept.get(id) === entry) kept.delete(id);
  });
  return entry;
}

/** Waits for what others wait for as well, and which goes on when one of them leaves. */
function orLeft<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason as Error);
    signal.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
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
