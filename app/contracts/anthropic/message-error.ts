import { AppError, ERRORS, type ErrorCode } from '#app/contracts/errors.ts';
import type { MessageError } from './answers.ts';

interface DialectError {
  type: string;
  status: number;
}

/** Codes for which the dialect uses another type, or another status, than our status implies. */
const BY_CODE: Partial<Record<ErrorCode, DialectError>> = {
  unavailable: { type: 'overloaded_error', status: 529 },
  provider_unavailable: { type: 'overloaded_error', status: 529 },
};

const BY_STATUS: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  409: 'conflict_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  504: 'timeout_error',
};

function dialectErrorOf({ code }: Pick<AppError, 'code'>): DialectError {
  const { status } = ERRORS[code];
  const defaultType = status >= 500 ? 'api_error' : 'invalid_request_error';
  return BY_CODE[code] ?? { status, type: BY_STATUS[status] ?? defaultType };
}

/** The HTTP status of an error in the Messages dialect. */
export const messageErrorStatus = (error: Pick<AppError, 'code'>): number => dialectErrorOf(error).status;

/**
 * `{ type: 'error', error: { type, message }, request_id }`; the message begins with the field:
 * `messages.0.content: …`.
 */
export function messageErrorBody(error: AppError, requestId: string): MessageError {
  return {
    type: 'error',
    error: { type: dialectErrorOf(error).type, message: messageOf(error), ...detailsOf(error) },
    request_id: requestId,
  };
}

/**
 * The error for a request to store the conversation here. Clients that read its code send the whole
 * conversation themselves.
 */
export function threadsNotStored(): AppError {
  const message = 'conversations are not kept here: send all of the messages, without thread.';
  const params = { error_code: 'thread_unsupported_request' };
  return new AppError('invalid_request', { param: 'thread', message, params });
}

function detailsOf({ params: { error_code } }: AppError): Pick<MessageError['error'], 'details'> {
  return typeof error_code === 'string' ? { details: { error_code } } : {};
}

function messageOf({ code, param, params, message }: AppError): string {
  if (code === 'context_length') return tooLong(params, message);
  if (param === null) return message;
  const text = message.startsWith(`${param}: `) ? message.slice(param.length + 2) : message;
  return `${dotted(param)}: ${text}`;
}

/** Uses Anthropic's own wording: clients look for it to shorten a conversation automatically. */
function tooLong({ tokens, most }: AppError['params'], message: string): string {
  if (tokens !== undefined && most !== undefined)
    return `prompt is too long: ${tokens} tokens > ${most} maximum`;
  return message.startsWith('prompt is too long') ? message : `prompt is too long: ${message}`;
}

/** Writes `messages[0].content` in the dialect's notation: `messages.0.content`. */
const dotted = (field: string) => field.replace(/\[(\d{1,9})\]/g, '.$1');
