import { importPKCS8, SignJWT } from 'jose';
import { ProviderError } from '#app/core/providers/contract.ts';
import { readBounded } from '#app/core/providers/shared/answer.ts';
import { classOf, connected, failureOf, type Class } from '#app/core/providers/shared/failure.ts';
import { isObject, malformed, parseObject } from '#app/core/providers/shared/json.ts';
import { headersOf, refusalIn } from '#app/core/providers/shared/open-call.ts';
import { send } from '#app/core/providers/shared/post-json.ts';
import type { Grant, ServiceAccountGrant } from './grant.ts';

export interface AccessToken {
  value: string;
  /** Seconds. */
  lifetime: number;
}

/** All that wait for a token wait so long, in milliseconds. */
const EXCHANGE_MS = 20_000;

const ANSWER_LIMIT = 64 * 1024;

/** Where the answer names none. */
const USUAL_LIFETIME = 300;

const LONGEST_LIFETIME = 86_400;

/** What may stand in a header. */
const TOKEN = /^[\x21-\x7e]{1,16384}$/;

/** The names of RFC 6749: whatever is wrong with what we sent is the operator's to mend, and no caller's. */
const BY_NAME: Readonly<Record<string, Class>> = {
  invalid_grant: ['invalid_api_key', false],
  invalid_client: ['invalid_api_key', false],
  invalid_request: ['invalid_api_key', false],
  invalid_scope: ['invalid_api_key', false],
  unauthorized_client: ['invalid_api_key', false],
  unsupported_grant_type: ['invalid_api_key', false],
  access_denied: ['invalid_api_key', false],
  server_error: ['provider_unavailable', true],
  temporarily_unavailable: ['provider_unavailable', true],
  slow_down: ['provider_rate_limited', true],
};

/** For what is exchanged: its status alone does not make it the caller's fault, nor the model's. */
const OTHERWISE: Readonly<Partial<Record<Class[0], Class>>> = {
  provider_rejected: ['invalid_api_key', false],
  provider_model_not_found: ['provider_unavailable', false],
  context_length: ['provider_unavailable', false],
};

/** The longest that Google takes, in seconds. */
const LIFETIME = 3600;

/**
 * Exchanges what an account has for an access token.
 * @throws ProviderError: invalid_api_key where the account is not accepted, else what is wrong with the way there
 */
export async function exchange(grant: Grant): Promise<AccessToken> {
  const form = await formOf(grant);
  const signal = AbortSignal.timeout(EXCHANGE_MS);
  const secrets = [...form.values()];
  try {
    const answer = await connected(
      send(new URL(grant.tokenUrl), {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: form.toString(),
        signal,
      }),
      signal,
    );
    const text = await connected(readBounded(answer.body, ANSWER_LIMIT), signal);
    if (answer.status === 200) return readToken(text);
    throw refusalOf({ status: answer.status, text, headers: headersOf(answer), secrets });
  } catch (error) {
    if (error === signal.reason)
      throw new ProviderError('provider_timeout', 'the token was not given out in time', { retryable: true });
    throw error;
  }
}

async function formOf(grant: Grant): Promise<URLSearchParams> {
  if (grant.kind === 'service-account')
    return new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: await assertionOf(grant),
    });
  const { clientId, clientSecret, scope } = grant;
  return new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    scope,
  });
}

/**
 * Reads the answer to an exchange.
 * @throws ProviderError provider_malformed; nothing of the answer is repeated in it
 */
export function readToken(text: string): AccessToken {
  const { access_token: value, expires_in: told } = parseObject(text);
  if (typeof value !== 'string' || !TOKEN.test(value)) throw malformed('the answer has no access token');
  const seconds = Number(told ?? USUAL_LIFETIME);
  const lifetime = seconds > 0 && seconds <= LONGEST_LIFETIME ? seconds : USUAL_LIFETIME;
  return { value, lifetime };
}

interface Refused {
  status: number;
  text: string;
  headers: Headers;
  secrets: readonly string[];
}

function refusalOf({ status, text, headers, secrets }: Refused): ProviderError {
  const body = refusalIn(text);
  const { error, error_description: description } = isObject(body) ? body : {};
  const told = [description, error].find((one) => typeof one === 'string') ?? `status ${status}`;
  // A redirect is not followed: another address is another's.
  const known: Class = status < 400 ? ['provider_unavailable', false] : classOf(status, [error], BY_NAME);
  const meant = OTHERWISE[known[0]] ?? known;
  return failureOf(meant, { status, message: `no access token was given out: ${told}`, headers, secrets });
}

/**
 * The statement that a service account exchanges for a token: a JWT (RS256) that its private key signs.
 * @throws ProviderError invalid_api_key for a private key that is none
 */
async function assertionOf({
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
