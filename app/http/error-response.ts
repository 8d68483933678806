import { AppError, errorBody, type ErrorParams } from '#app/contracts/errors.ts';
import type { Standing } from '#app/core/limits/window-counter.ts';
import { config } from '#app/core/platform/config.ts';
import { errorFacts } from '#app/core/platform/log-facts.ts';
import { logger } from '#app/core/platform/logger.ts';
import { isAway, isBlocked } from '#app/core/platform/passing-error.ts';
import { errorWords, plainWords, type Texts } from '#app/ui/errors/error-words.ts';
import { createI18n } from '#app/ui/i18n/create.ts';
import { FALLBACK_LANGUAGE } from '#app/ui/i18n/languages.ts';
import { textsOf } from '#app/ui/i18n/texts.server.ts';

/** Beginnings of the names of errors for a lost connection to Redis: the driver's, and those of a cluster. */
const AWAY = [
  'ClientOffline',
  'ClientClosed',
  'DisconnectsClient',
  'SocketClosed',
  'ConnectionTimeout',
  'RedisNodeAway',
];

let english: Texts | undefined;

/**
 * Converts any error into one that a caller may see. An unexpected error is logged with the request's id and
 * answered without details.
 */
export function toAppError(error: unknown, requestId: string): AppError {
  if (!(error instanceof AppError)) logger().error({ requestId, error: errorFacts(error) }, 'request failed');
  else if (error.status >= 500)
    logger().error({ requestId, code: error.code, error: error.message }, 'request failed');
  return asAppError(error);
}

/** The same for an error that is already logged. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) {
    // Without an explicit message, the message equals the code.
    if (error.message === error.code) error.message = errorSentence(error.code, error.params);
    return error;
  }
  if (isAway(error) || isBlocked(error) || isRedisAway(error))
    return new AppError('unavailable', {
      message: 'Part of the service is unavailable. Please try again in a moment.',
      retryAfterSeconds: 2,
    });
  return new AppError('internal', { message: 'Something went wrong on our side.', cause: error });
}

function isRedisAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return AWAY.some((name) => error.name.startsWith(name) || error.constructor.name.startsWith(name));
}

/** Renders an error as a JSON answer; pages throw it as well, because Remix handles a thrown Response. */
export function errorResponse(error: AppError): Response {
  return Response.json(errorBody(error), { status: error.status, headers: errorHeaders(error) });
}

/** Headers of every error: not cached, and when to retry. */
export function errorHeaders(error: AppError): Record<string, string> {
  const headers = new Map([['cache-control', 'no-store']]);
  if (error.retryAfterSeconds !== undefined)
    headers.set('retry-after', String(Math.max(1, Math.ceil(error.retryAfterSeconds))));
  const { max } = error.params;
  if (error.code === 'message_limit' && max !== undefined)
    setRateLimitHeaders(
      { limit: Number(max), left: 0, resetMs: (error.retryAfterSeconds ?? 1) * 1000 },
      headers,
    );
  return Object.fromEntries(headers);
}

/**
 * The meaning of an error in English, for clients of the API: the code alone does not tell a person enough.
 */
export function errorSentence(code: string, params: ErrorParams = {}): string {
  english ??= createI18n(FALLBACK_LANGUAGE, textsOf(FALLBACK_LANGUAGE)).t as unknown as Texts;
  return plainWords(errorWords(english, { code, params }, config().APP_TITLE));
}

/** Sets the headers from which OpenAI's clients read how many more calls they may make. */
export function setRateLimitHeaders(
  { limit, left, resetMs }: Pick<Standing, 'limit' | 'left' | 'resetMs'>,
  headers: Pick<Headers, 'set'>,
): void {
  headers.set('x-ratelimit-limit-requests', String(limit));
  headers.set('x-ratelimit-remaining-requests', String(left));
  headers.set('x-ratelimit-reset-requests', `${Math.ceil(resetMs / 1000)}s`);
}
