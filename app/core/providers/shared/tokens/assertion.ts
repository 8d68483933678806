import { importPKCS8, SignJWT } from 'jose';
import { ProviderError } from '#app/core/providers/contract.ts';
import type { ServiceAccountGrant } from './grant.ts';

/** The longest that Google takes, in seconds. */
const LIFETIME = 3600;

/**
 * The statement that a service account exchanges for a token: a JWT (RS256) that its private key signs.
 * @throws ProviderError invalid_api_key for a private key that is none
 */
export async function assertionOf({
  email,
  privateKey,
  privateKeyId,
  tokenUrl,
  scope,
}: ServiceAccountGrant): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  try {
    const key = await importPKCS8(privateKey, 'RS256');
    return await new SignJWT({ scope })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(privateKeyId && { kid: privateKeyId }) })
      .setIssuer(email)
      .setSubject(email)
      .setAudience(tokenUrl)
      .setIssuedAt(now)
      .setExpirationTime(now + LIFETIME)
      .sign(key);
  } catch {
    // What the library says may hold a piece of the key.
    throw new ProviderError('invalid_api_key', 'the private key of the service account cannot sign');
  }
}
