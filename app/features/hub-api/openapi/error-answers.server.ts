import { hubErrors, type HubErrorCode } from '#app/contracts/openai/error-meanings.ts';
import { messageErrorStatus } from '#app/contracts/anthropic/message-error.ts';
import { headerRefs } from './answer-headers.server.ts';
import { schemaRef } from './schemas.server.ts';

/** Errors of every call with a key. */
const ANY = [
  'invalid_request',
  'invalid_hub_key',
  'ban',
  'not_found',
  'method_not_allowed',
  'message_limit',
  'internal',
  'unavailable',
] as const satisfies HubErrorCode[];

/** Further errors of a call with a body. */
const WITH_BODY = ['payload_too_large', 'unsupported_media_type'] as const satisfies HubErrorCode[];

/** Further errors of a call that names a model. */
const WITH_MODEL = [
  'forbidden',
  'model_not_found',
  'unsupported_modality',
  'context_length',
  'no_provider',
  'price_unknown',
] as const satisfies HubErrorCode[];

/** Further errors of a call that runs a model. */
const RUNNING_MODEL = [
  'token_balance',
  'spending_cap',
  'key_cap',
  'conflict',
  'concurrent',
  'too_many_streams',
  'content_filter',
  'invalid_api_key',
  'insufficient_quota',
  'provider_model_not_found',
  'provider_rejected',
  'provider_timeout',
  'provider_rate_limited',
  'provider_unavailable',
  'provider_stalled',
  'provider_cut',
  'provider_malformed',
  'empty_completion',
  'interrupted',
] as const satisfies HubErrorCode[];

/** Statuses after which a client waits before it retries. */
const WAITS = new Set([429, 503, 529]);
const WAITING = ['RetryAfter'] as const;

/** The possible errors, by the kind of call. */
export const ERRORS_OF = {
  public: ['invalid_request', 'method_not_allowed', 'message_limit', 'internal', 'unavailable'],
  publicModel: [
    'invalid_request',
    'model_not_found',
    'method_not_allowed',
    'message_limit',
    'internal',
    'unavailable',
  ],
  read: ANY,
  fetching: [...ANY, 'conflict'],
  changing: [...ANY, ...WITH_BODY, 'conflict'],
  quote: [...ANY, ...WITH_BODY, ...WITH_MODEL, 'concurrent'],
  asking: [...ANY, ...WITH_BODY, ...WITH_MODEL, ...RUNNING_MODEL],
} satisfies Record<string, readonly HubErrorCode[]>;

/** The error responses of a call, one for each status, with its codes, in the dialect of the call. */
export function errorAnswers(kind: keyof typeof ERRORS_OF, dialect?: 'messages'): Record<string, object> {
  const isMessages = dialect === 'messages';
  const errors = hubErrors(ERRORS_OF[kind]).map((error) =>
    isMessages ? { ...error, status: messageErrorStatus({ code: error.internalCode }) } : error,
  );
  const statuses = [...new Set(errors.map(({ status }) => status))].toSorted((one, other) => one - other);
  return Object.fromEntries(
    statuses.map((status) => {
      const codes = errors.filter((error) => error.status === status);
      return [
        String(status),
        {
          description: codes.map(({ code, meaning }) => `\`${code}\`: ${meaning}`).join('\n\n'),
          headers: headerRefs(['RequestId', 'ShouldRetry', 'Help', ...(WAITS.has(status) ? WAITING : [])]),
          content: { 'application/json': { schema: schemaRef(isMessages ? 'MessageError' : 'Error') } },
        },
      ];
    }),
  );
}
