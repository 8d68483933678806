import { either, type Expected, type Row } from '../row.ts';
import { HEALTHY, REFUSES_CONNECTIONS, SECOND, SPEAKS_NO_TLS } from '../stage.ts';

const UNAVAILABLE = '502 upstream_error provider_unavailable';
const refusal = (fault: string, sees: string, more: Partial<Row> & { saying?: RegExp } = {}): Row => {
  const { saying, ...rest } = more;
  const expected: Expected = { sees, ...(saying && { saying }) };
  return {
    name: `provider: ${fault}`,
    directive: `fault=${fault} text="one two"`,
    expected: either(expected),
    ...rest,
  };
};

/** A provider's possible failures before its first token. Failures that the caller did not cause are free. */
export const REFUSALS: readonly Row[] = [
  refusal('400', '400 invalid_request_error provider_rejected (messages)', {
    saying: /Invalid value for 'messages'/,
  }),
  refusal('401', '502 upstream_error provider_misconfigured, do not retry', {
    saying: /credentials of this server/,
  }),
  refusal('402', '502 upstream_error insufficient_quota, do not retry'),
  refusal('403', UNAVAILABLE),
  refusal('404', '502 upstream_error provider_model_not_found, do not retry'),
  refusal('408', '504 upstream_error provider_timeout'),
  refusal('413', '400 invalid_request_error context_length_exceeded (messages)'),
  refusal('context', '400 invalid_request_error context_length_exceeded (messages)', {
    name: 'provider: 400, prompt too long',
  }),
  refusal('filter', '400 invalid_request_error content_filter (messages)', {
    name: 'provider: 400, prompt refused',
  }),
  refusal('quota', '502 upstream_error insufficient_quota, do not retry', {
    name: 'provider: 429, no money left',
  }),
  refusal('429', '429 rate_limit_error provider_rate_limited, retry after 5 s'),
  refusal('429', '429 rate_limit_error provider_rate_limited, retry after 7 s', {
    name: 'provider: 429 with Retry-After 7',
    directive: 'fault=429 retry=7',
  }),
  refusal('500', UNAVAILABLE),
  refusal('502', UNAVAILABLE),
  refusal('503', UNAVAILABLE),
  refusal('503', `${UNAVAILABLE}, retry after 7 s`, {
    name: 'provider: 503 with Retry-After 7',
    directive: 'fault=503 retry=7',
  }),
  refusal('529', UNAVAILABLE),
  refusal('refuse', UNAVAILABLE, { name: 'provider: resets the connection' }),
  refusal('', UNAVAILABLE, {
    name: 'provider: refuses the connection',
    directive: '',
    offers: [{ provider: REFUSES_CONNECTIONS }],
  }),
  refusal('', UNAVAILABLE, {
    name: 'provider: TLS failure',
    directive: '',
    offers: [{ provider: SPEAKS_NO_TLS }],
  }),
  refusal('error-first', UNAVAILABLE, { name: 'provider: first chunk of a 200 is an error' }),
  {
    name: 'provider: ends without a word, a reason and usage',
    directive: 'fault=no-finish after=0 usage=missing text=""',
    expected: either({ sees: '502 upstream_error empty_completion', saying: /Nothing is charged/ }),
  },
  {
    name: 'provider: ends its turn without a word',
    directive: 'fault=empty',
    expected: either({
      sees: '200 “”, stop, usage 0',
      charged: "prompt + 0 tokens, the provider's count (no_words)",
    }),
  },
  {
    name: 'provider: nothing but hidden thoughts, up to the cap of the caller',
    act: (caller) => caller.ask('Hi [[sandbox: hidden=50]]', { fields: { max_tokens: 20 } }),
    expected: either({
      sees: '200 “”, length, usage 20',
      charged: "prompt + 20 tokens, the provider's count (max_tokens)",
    }),
  },
  {
    name: 'provider: nothing but the stop sequence of the caller',
    act: (caller) => caller.ask('Hi [[sandbox: text="END"]]', { fields: { stop: ['END'] } }),
    expected: either({
      sees: '200 “”, stop, usage 0',
      charged: "prompt + 0 tokens, the provider's count (stop_sequence)",
    }),
  },
  {
    name: 'provider: nothing but hidden thoughts, up to our own cap',
    directive: 'hidden=20000',
    expected: either({
      sees: '200 “”, length, usage 16384',
      charged: "prompt + 16384 tokens, the provider's count (max_tokens)",
    }),
  },
  {
    name: 'provider: 500 once, then well',
    directive: 'fault=500 times=1 text="one two"',
    expected: {
      whole: { sees: '200 “one two”, stop, usage 2', charged: "prompt + 2 tokens, the provider's count" },
    },
  },
  {
    name: 'two offers: the first fails',
    offers: [{ provider: HEALTHY }, { provider: SECOND }],
    act: (caller) =>
      caller.ask('Hi [[sandbox: at=sandbox fault=500]] [[sandbox: text="one two"]]', {
        fields: { provider: { order: [HEALTHY, SECOND] } },
      }),
    expected: either({
      sees: '200 “one two”, stop, usage 2',
      charged: "prompt + 2 tokens, the provider's count",
    }),
  },
  {
    name: 'two offers: both fail',
    offers: [{ provider: HEALTHY }, { provider: SECOND }],
    directive: 'fault=503',
    expected: either({ sees: UNAVAILABLE }),
  },
];
