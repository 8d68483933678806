import { SignJWT } from 'jose';
import { ProviderError } from '#app/core/providers/contract.ts';

const LIFE_S = 1800;
/** Clocks differ. */
const BEFORE_S = 5;

/**
 * The bearer of a call: signed anew for each, valid for half an hour.
 * @param apiKey the access key and the secret key with a colon between them
 * @throws ProviderError invalid_api_key where there are not both
 */
export async function bearer(apiKey: string, now = Date.now()): Promise<string> {
  const colon = apiKey.indexOf(':');
  const [access, secret] = [apiKey.slice(0, colon), apiKey.slice(colon + 1)];
  if (colon < 1 || secret === '')
    throw new ProviderError('invalid_api_key', 'the access key or the secret key is missing', {
      status: 401,
    });
  const seconds = Math.floor(now / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(access)
    .setExpirationTime(seconds + LIFE_S)
    .setNotBefore(seconds - BEFORE_S)
    .sign(Buffer.from(secret));
}
