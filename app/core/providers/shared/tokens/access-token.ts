import { LRUCache } from 'lru-cache';
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
