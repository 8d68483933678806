import { importPKCS8, SignJWT } from 'jose';
import { ProviderError, type Grant, type ServiceAccountGrant } from '#app/core/providers/contract.ts';
import { readBounded } from '#app/core/providers/shared/answer.ts';
import {
  classOf,
  withConnectionErrors,
  failureOf,
  type ErrorClass,
} from '#app/core/providers/shared/failure.ts';
import { isObject, malformed, parseObject } from '#app/core/providers/shared/json.ts';
import { headersOf, readRefusal } from '#app/core/providers/shared/open-call.ts';
import { send } from '#app/core/providers/shared/post-json.ts';

export interface AccessToken {
  value: string;
  /** Seconds. */
  lifetime: number;
}

/** Timeout of an exchange, for all callers that wait for it, in milliseconds. */
const EXCHANGE_MS = 20_000;

const ANSWER_LIMIT = 64 * 1024;

/** Seconds, for an answer without a lifetime. */
const DEFAULT_LIFETIME = 300;

const MAX_LIFETIME = 86_400;

/** Characters allowed in a header. */
const TOKEN = /^[\x21-\x7e]{1,16384}$/;

/** Error names of RFC 6749: an error in our request is for the operator to fix, not for the caller. */
const BY_NAME: Readonly<Record<string, ErrorClass>> = {
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

/** Replacements for classes by status: a failed exchange is not the fault of the caller or the model. */
const REPLACED_CLASSES: Readonly<Partial<Record<ErrorClass[0], ErrorClass>>> = {
  provider_rejected: ['invalid_api_key', false],
  provider_model_not_found: ['provider_unavailable', false],
  context_length: ['provider_unavailable', false],
};

/** Lifetime of an assertion in seconds, the maximum that Google accepts. */
const LIFETIME = 3600;

/**
 * Exchanges the credentials of an account for an access token.
 * @throws ProviderError: invalid_api_key if the account is refused, else the failure of the exchange
 */
export async function exchange(grant: Grant): Promise<AccessToken> {
  const form = await formOf(grant);
  const signal = AbortSignal.timeout(EXCHANGE_MS);
  const secrets = [...form.values()];
  try {
    const answer = await withConnectionErrors(
      send(new URL(grant.tokenUrl), {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: form.toString(),
        signal,
      }),
      signal,
    );
    const text = await withConnectionErrors(readBounded(answer.body, ANSWER_LIMIT), signal);
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
 * Parses the answer to an exchange.
 * @throws ProviderError provider_malformed; its message repeats nothing of the answer
 */
export function readToken(text: string): AccessToken {
  const { access_token: value, expires_in: stated } = parseObject(text);
  if (typeof value !== 'string' || !TOKEN.test(value)) throw malformed('the answer has no access token');
  const seconds = Number(stated ?? DEFAULT_LIFETIME);
  const lifetime = seconds > 0 && seconds <= MAX_LIFETIME ? seconds : DEFAULT_LIFETIME;
  return { value, lifetime };
}

interface Refused {
  status: number;
  text: string;
  headers: Headers;
  secrets: readonly string[];
}

function refusalOf({ status, text, headers, secrets }: Refused): ProviderError {
  const body = readRefusal(text);
  const { error, error_description: description } = isObject(body) ? body : {};
  const reason = [description, error].find((one) => typeof one === 'string') ?? `status ${status}`;
  // A redirect is not followed, because it may lead to another party.
  const known: ErrorClass =
    status < 400 ? ['provider_unavailable', false] : classOf(status, [error], BY_NAME);
  const meant = REPLACED_CLASSES[known[0]] ?? known;
  return failureOf(meant, { status, message: `no access token was given out: ${reason}`, headers, secrets });
}

/**
 * The assertion that a service account exchanges for a token: a JWT (RS256) signed with its private key.
 * @throws ProviderError invalid_api_key if the private key is invalid
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
    // The library's error may contain a part of the key.
    throw new ProviderError('invalid_api_key', 'the private key of the service account cannot sign');
  }
}
