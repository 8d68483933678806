/**
 * Every way in which a request or a reply can fail, with its HTTP status and the type that the OpenAI
 * contract uses. The wording belongs to the interface (`errors.<code>` in the locales). Errors are rendered
 * in three places only: HTTP answers, stream events and toasts.
 */
export const ERRORS = {
  invalid_request: { status: 400, type: 'invalid_request_error' },
  unauthenticated: { status: 401, type: 'authentication_error' },
  invalid_credentials: { status: 401, type: 'authentication_error' },
  invalid_hub_key: { status: 401, type: 'invalid_request_error' },
  token_balance: { status: 402, type: 'insufficient_balance' },
  spending_cap: { status: 402, type: 'spending_cap_error' },
  forbidden: { status: 403, type: 'permission_error' },
  key_cap: { status: 403, type: 'permission_error' },
  ban: { status: 403, type: 'permission_error' },
  cross_origin: { status: 403, type: 'permission_error' },
  registration_disabled: { status: 403, type: 'permission_error' },
  not_found: { status: 404, type: 'invalid_request_error' },
  model_not_found: { status: 404, type: 'invalid_request_error' },
  method_not_allowed: { status: 405, type: 'invalid_request_error' },
  conflict: { status: 409, type: 'invalid_request_error' },
  unknown_host: { status: 421, type: 'invalid_request_error' },
  payload_too_large: { status: 413, type: 'invalid_request_error' },
  unsupported_modality: { status: 422, type: 'invalid_request_error' },
  // The message has images and the model does not accept any; `other` is a model that does.
  model_cannot_see: { status: 422, type: 'invalid_request_error' },
  unsupported_media_type: { status: 415, type: 'invalid_request_error' },
  // Problems with an uploaded file.
  invalid_file: { status: 400, type: 'invalid_request_error' },
  file_type_not_supported: { status: 415, type: 'invalid_request_error' },
  file_too_large: { status: 413, type: 'invalid_request_error' },
  file_processing: { status: 422, type: 'invalid_request_error' },
  file_quota: { status: 413, type: 'invalid_request_error' },
  invalid_reset_token: { status: 400, type: 'invalid_request_error' },
  too_many_tries: { status: 429, type: 'rate_limit_error' },
  too_many_streams: { status: 429, type: 'rate_limit_error' },
  concurrent: { status: 429, type: 'rate_limit_error' },
  message_limit: { status: 429, type: 'rate_limit_error' },
  internal: { status: 500, type: 'server_error' },
  unavailable: { status: 503, type: 'server_error' },
  // Only a key of the user's own would do, and there is none; `endpoint` is the endpoint that needs it.
  no_user_key: { status: 400, type: 'invalid_request_error' },
  // Failures that a provider can cause. The statuses are those that a caller of the hub sees.
  invalid_api_key: { status: 502, type: 'upstream_error' },
  insufficient_quota: { status: 502, type: 'upstream_error' },
  provider_model_not_found: { status: 502, type: 'upstream_error' },
  // The provider does not accept the request: an error of the caller.
  provider_rejected: { status: 400, type: 'invalid_request_error' },
  provider_timeout: { status: 504, type: 'upstream_error' },
  provider_rate_limited: { status: 429, type: 'rate_limit_error' },
  provider_unavailable: { status: 502, type: 'upstream_error' },
  provider_stalled: { status: 504, type: 'upstream_error' },
  provider_cut: { status: 502, type: 'upstream_error' },
  provider_malformed: { status: 502, type: 'upstream_error' },
  context_length: { status: 400, type: 'invalid_request_error' },
  // The content was refused, and would be again; therefore not a 502, which clients repeat.
  content_filter: { status: 400, type: 'invalid_request_error' },
  empty_completion: { status: 502, type: 'upstream_error' },
  no_provider: { status: 503, type: 'server_error' },
  price_unknown: { status: 503, type: 'server_error' },
  interrupted: { status: 503, type: 'server_error' },
} as const satisfies Record<string, { status: number; type: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** Values that an error's wording names, such as `max` or `available`; never a secret. */
export type ErrorParams = Record<string, string | number>;

/** The one error that crosses module boundaries. `param` is the field of the request that is wrong. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly param: string | null;
  readonly params: ErrorParams;
  readonly retryAfterSeconds: number | undefined;
  /** Tells whether a client should repeat the call; undefined leaves it to the status. */
  readonly shouldRetry: boolean | undefined;

  constructor(
    code: ErrorCode,
    options: {
      message?: string;
      param?: string;
      params?: ErrorParams;
      retryAfterSeconds?: number;
      shouldRetry?: boolean;
      cause?: unknown;
    } = {},
  ) {
    super(options.message ?? code, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.param = options.param ?? null;
    this.params = options.params ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.shouldRetry = options.shouldRetry;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** The JSON body of every error answer: OpenAI's shape, plus the spec's `message` at the top level. */
export interface ErrorBody {
  message: string;
  error: { message: string; type: string; param: string | null; code: string; params?: ErrorParams };
}

/** Renders an error for a JSON answer or a stream event. */
export function errorBody(error: AppError): ErrorBody {
  const { type } = ERRORS[error.code];
  const params = Object.keys(error.params).length > 0 ? { params: error.params } : {};
  return {
    message: error.message,
    error: { message: error.message, type, param: error.param, code: error.code, ...params },
  };
}

/** True for the code of a known error. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERRORS, value);
}
