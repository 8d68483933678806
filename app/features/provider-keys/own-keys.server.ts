import { isKeyExpiry } from '#app/contracts/credentials/key-expiry.ts';
import { readOwnKey } from '#app/contracts/credentials/own-key.ts';
import { KEYED_ENDPOINTS, ownKeyFacts } from '#app/contracts/endpoints/own-keys.ts';
import type { Endpoint } from '#app/contracts/endpoints/table.ts';
import { AppError } from '#app/contracts/errors.ts';
import { config } from '#app/core/platform/config.ts';
import { listKeys, storeKey } from '#app/core/provider-keys/provider-keys.ts';
import { isUserProvided, providersOfKey } from '#app/core/providers/key-credentials.ts';
import type { KeyLine } from './keys-data.ts';

/**
 * Returns an endpoint that accepts users' own keys here.
 * @throws AppError not_found naming the field
 */
export function keyedEndpoint(name: string): Endpoint {
  const endpoint = KEYED_ENDPOINTS.find((one) => one === name);
  if (!endpoint || providersOfKey(endpoint, config()).length === 0)
    throw new AppError('not_found', { param: 'name', message: 'Unknown endpoint.' });
  return endpoint;
}

/** Lists every endpoint that accepts keys here, with the user's key for it. */
export async function listKeyLines(userId: string): Promise<KeyLine[]> {
  const keys = new Map((await listKeys(userId)).map(({ name, expiresAt }) => [name, expiresAt]));
  return KEYED_ENDPOINTS.filter((name) => providersOfKey(name, config()).length > 0).map((name) => ({
    name,
    label: ownKeyFacts(name)!.label,
    kind: ownKeyFacts(name)!.kind,
    isNeeded: isUserProvided(name, config()),
    expiresAt: keys.get(name)?.toISOString() ?? null,
  }));
}

interface GivenKey {
  userId: string;
  name: string;
  value: string;
  expiresAt: Date;
}

/**
 * Validates and stores a key.
 * @throws AppError not_found; invalid_request naming the field, with `field` for one of several in the value
 */
export async function keepKey({ userId, name, value, expiresAt }: GivenKey): Promise<Endpoint> {
  const endpoint = keyedEndpoint(name);
  const read = readOwnKey(ownKeyFacts(endpoint)!.kind, value);
  if (!read.ok) {
    const { field = 'value', message } = read;
    // Sentences of the specification are returned unchanged.
    const isSentence = /[.?]$/.test(message);
    throw new AppError('invalid_request', {
      param: field,
      message: isSentence ? message : `${field}: ${message}`,
    });
  }
  if (!isKeyExpiry(expiresAt))
    throw new AppError('invalid_request', {
      param: 'expiresAt',
      message: 'expiresAt: must be in the future and at most 30 days away',
    });
  await storeKey({ userId, name: endpoint }, read.value, expiresAt);
  return endpoint;
}
