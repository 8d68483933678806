import { createHash } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { config } from '#app/core/platform/config.ts';

/** Lifetime of an access token in seconds; its session is still checked on each call. */
export const ACCESS_TOKEN_SECONDS = 15 * 60;
const AUDIENCE = 'parlance-api';

interface SigningKey {
  kid: string;
  secret: Uint8Array;
}

/**
 * Keys of JWT_SECRET, `kid:secret` separated by commas: the first signs, all verify. An entry without an id
 * is named after its own hash.
 */
export function signingKeys(list: string): SigningKey[] {
  return list.split(',').map((entry) => {
    const [first = '', ...rest] = entry.trim().split(':');
    const named = rest.length > 0;
    const secret = named ? rest.join(':') : first;
    const kid = named ? first : createHash('sha256').update(secret).digest('hex').slice(0, 8);
    return { kid, secret: new TextEncoder().encode(secret) };
  });
}

/** Signs a token for the calls of `/api/*`, bound to its session. */
export async function signAccessToken({ userId, sessionId }: { userId: string; sessionId: string }) {
  const [key] = signingKeys(config().JWT_SECRET) as [SigningKey];
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: 'HS256', kid: key.kid })
    .setSubject(userId)
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(`${ACCESS_TOKEN_SECONDS}s`)
    .sign(key.secret);
}

interface Verified {
  sessionId: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/** Tokens that this process has verified: a client sends the same one for a quarter of an hour. */
const verified = new LRUCache<string, Verified>({ max: 10_000 });

/**
 * Returns the id of the session of an access token, or null if the token is forged, of another kind or
 * expired.
 */
export async function verifyAccessToken(token: string): Promise<string | null> {
  const known = verified.get(token);
  if (known) return known.expiresAt > Date.now() ? known.sessionId : null;
  const read = await verify(token);
  if (read) verified.set(token, read);
  return read?.sessionId ?? null;
}

async function verify(token: string): Promise<Verified | null> {
  try {
    const { payload } = await jwtVerify(
      token,
      (header) => {
        const key = signingKeys(config().JWT_SECRET).find(({ kid }) => kid === header.kid);
        if (!key) throw new Error('unknown key');
        return key.secret;
      },
      { algorithms: ['HS256'], audience: AUDIENCE },
    );
    const { sid, exp } = payload;
    return typeof sid === 'string' && exp !== undefined ? { sessionId: sid, expiresAt: exp * 1000 } : null;
  } catch {
    return null;
  }
}
