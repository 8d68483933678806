import type { Behaviour } from './behaviour.ts';
import { FEATURES } from './features.ts';
import type { Expected } from './outcome.ts';
import { NO_BING, NO_CHATGPT } from './old-services.ts';
import { NO_PALM } from './palm.ts';
import { NO_TEXT_COMPLETION } from './text-completions.ts';

const WORDS = 'Grüße aus Köln — 日本語 🚣🏽 und مرحبا.';
const fault = (name: string, more = '') => `length=40 chunk=2 fault=${name} ${more}`;

const refusal = (name: string, expected: Expected['error'], more = ''): Behaviour => ({
  name: `refuses with ${name}${more ? ` (${more})` : ''}`,
  directive: fault(name, more),
  expected: { text: '', finish: null, usage: null, error: expected ?? null },
});

/** The behaviours of the failure matrix: every adapter must pass them, and the report prints them. */
export const BEHAVIOURS: readonly Behaviour[] = [
  {
    name: 'answers word for word',
    directive: `text="${WORDS}"`,
    expected: {
      text: WORDS,
      thinking: '',
      finish: 'stop',
      error: null,
      usage: { cachedTokens: 0, reasoningTokens: 0 },
    },
  },
  {
    name: 'cuts its bytes inside characters',
    directive: `text="${WORDS}" thinking="${WORDS}" split=1`,
    expected: { text: WORDS, thinking: WORDS, finish: 'stop', error: null },
  },
  {
    name: 'thinks aloud first',
    directive: 'thinking="Let me see" text="Yes"',
    expected: {
      text: 'Yes',
      thinking: 'Let me see',
      finish: 'stop',
      usage: { reasoningTokens: 3 },
      error: null,
    },
  },
  {
    name: 'reads from its cache',
    directive: 'cached=5',
    expected: { usage: { cachedTokens: 5 }, error: null },
  },
  {
    name: 'stops at the cap',
    directive: 'length=50 finish=length',
    expected: { finish: 'length', error: null },
  },
  {
    name: 'filters its answer',
    directive: 'length=5 finish=content_filter',
    expected: { finish: 'content_filter' },
  },
  {
    name: 'calls a tool',
    directive: 'length=0 finish=tool_calls',
    expected: { finish: 'tool_calls', error: null },
  },
  ...FEATURES,
  {
    name: 'says nothing at all',
    directive: 'fault=empty',
    expected: { text: '', finish: 'stop', error: null },
  },

  {
    name: 'sends no usage',
    directive: 'text="Hi" usage=missing',
    expected: { text: 'Hi', usage: null, finish: 'stop' },
  },
  {
    name: 'sends its usage twice',
    directive: 'text="one two three four" usage=twice',
    expected: { usage: { completionTokens: 4 }, finish: 'stop', error: null },
    whole: { never: 'it has room for one' },
  },
  {
    name: 'sends its usage on a chunk with choices',
    directive: 'text="one two three four" usage=with-choices',
    expected: { usage: { completionTokens: 4 }, finish: 'stop', error: null },
    whole: { never: 'it has no chunks' },
  },
  {
    name: 'sends a usage that cannot be',
    directive: 'text="Hi" usage=absurd',
    expected: { text: 'Hi', usage: null, finish: 'stop', error: null },
  },

  refusal('400', { code: 'provider_rejected', retryable: false }),
  refusal('401', { code: 'invalid_api_key', retryable: false }),
  refusal('402', { code: 'insufficient_quota', retryable: false }),
  refusal('403', { code: 'provider_unavailable', retryable: false }),
  refusal('404', { code: 'provider_model_not_found', retryable: false }),
  refusal('408', { code: 'provider_timeout', retryable: true }),
  refusal('413', { code: 'context_length', retryable: false }),
  refusal('context', { code: 'context_length', retryable: false }),
  refusal('quota', { code: 'insufficient_quota', retryable: false }),
  refusal('filter', { code: 'content_filter', retryable: false }),
  refusal('429', { code: 'provider_rate_limited', retryable: true, retryAfterMs: null }),
  refusal('429', { code: 'provider_rate_limited', retryable: true, retryAfterMs: 7000 }, 'retry=7'),
  refusal('500', { code: 'provider_unavailable', retryable: true }),
  refusal('502', { code: 'provider_unavailable', retryable: true }),
  refusal('503', { code: 'provider_unavailable', retryable: true, retryAfterMs: 2000 }, 'retry=2'),
  refusal('529', { code: 'provider_unavailable', retryable: true }),
  refusal('refuse', { code: 'provider_unavailable', retryable: true }),
  {
    name: 'refuses the connection',
    directive: '',
    address: 'closed-port',
    expected: { text: '', error: { code: 'provider_unavailable', retryable: true } },
  },
  {
    name: 'fails to speak TLS',
    directive: '',
    address: 'tls',
    expected: { text: '', error: { code: 'provider_unavailable', retryable: true } },
  },

  refusal('error-first', { code: 'provider_unavailable', retryable: true }),
  {
    name: 'breaks off with an error',
    directive: 'text="one two three four" fault=error-mid after=2',
    expected: { text: 'one two', finish: null, error: { code: 'provider_unavailable' } },
    whole: { text: '', error: { code: 'provider_unavailable', retryable: true } },
  },
  {
    name: 'sends a chunk that is no JSON',
    directive: 'text="one two three four" fault=malformed after=2',
    expected: { text: 'one two', finish: null, error: { code: 'provider_malformed' } },
    whole: { text: '', error: { code: 'provider_malformed' } },
  },
  {
    name: 'sends a line without an end',
    directive: 'text="one two three four" fault=endless after=2',
    expected: {
      text: 'one two',
      finish: null,
      error: { code: 'provider_malformed' },
      leaveSeenWithinMs: 1000,
    },
    whole: { never: 'it has no lines; its length is bounded by tests/fuzz' },
  },
  {
    name: 'is cut in mid-stream',
    directive: 'text="one two three four" fault=cut after=2',
    expected: { text: 'one two', finish: null, error: null },
    whole: { text: '', finish: null, error: { code: 'provider_unavailable', retryable: true } },
  },
  {
    name: 'says everything and does not end',
    directive: 'text="one two three four" fault=linger',
    expected: { text: 'one two three four', finish: 'stop', usage: { completionTokens: 4 }, error: null },
    whole: { never: 'its last byte is its end' },
  },
  {
    name: 'ends without a finish reason',
    directive: 'text="one two three four" fault=no-finish after=2',
    expected: { text: 'one two', finish: null, error: null },
    whole: { text: 'one two three four', finish: null, error: null },
  },

  {
    name: 'hears that we left in mid-stream',
    directive: 'length=500 pace=20',
    leave: { how: 'abort', at: 'first-words' },
    expected: { threwReason: true, error: null, leaveSeenWithinMs: 1000 },
    whole: { never: 'nothing comes before the end' },
  },
  {
    name: 'hears that we stopped listening',
    directive: 'length=500 pace=20',
    leave: { how: 'break', at: 'first-words' },
    expected: { threwReason: false, error: null, leaveSeenWithinMs: 1000 },
    whole: { never: 'nothing comes before the end' },
  },
  {
    name: 'hears that we left while it stalled',
    directive: 'fault=stall after=3',
    leave: { how: 'abort', at: 200 },
    expected: { threwReason: true, error: null, leaveSeenWithinMs: 1000 },
  },
  {
    name: 'hears that we left before its headers',
    directive: 'fault=hang',
    leave: { how: 'abort', at: 200 },
    expected: { text: '', threwReason: true, error: null, leaveSeenWithinMs: 1000 },
  },
  {
    name: 'hears that we left after its headers',
    directive: 'fault=headers',
    leave: { how: 'abort', at: 200 },
    expected: { text: '', threwReason: true, error: null, leaveSeenWithinMs: 1000 },
  },
];

export type Delivery = 'stream' | 'whole';

/** Features that the older wires do not support. */
const NO_ROOM: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'anthropic-complete': NO_TEXT_COMPLETION,
  palm: NO_PALM,
  bing: NO_BING,
  chatgpt: NO_CHATGPT,
};
/** Dialects whose wire reports no usage, and the dialect whose answers are never streamed. */
const TELL_NO_USAGE: ReadonlySet<string> = new Set(['anthropic-complete', 'bing', 'chatgpt']);
const ALWAYS_WHOLE = 'palm';

/** The expected outcome of a behaviour with one kind of delivery, or why it does not exist there. */
export function expectedOf(
  { name, whole, missing, expected }: Behaviour,
  { adapter, delivery }: { adapter: string; delivery: Delivery },
): Expected | { never: string } {
  const isUncounted = TELL_NO_USAGE.has(adapter);
  const why = missing?.[adapter] ?? NO_ROOM[adapter]?.[name];
  if (why !== undefined) return { never: why };
  const wanted = (delivery === 'whole' || adapter === ALWAYS_WHOLE) && whole ? whole : expected;
  if ('never' in wanted || !isUncounted || !wanted.usage) return wanted;
  return { ...wanted, usage: null };
}

/** The behaviours that exist for an adapter with one kind of delivery. */
export function behavioursOf(adapter: string, delivery: Delivery): Behaviour[] {
  return BEHAVIOURS.filter((behaviour) => !('never' in expectedOf(behaviour, { adapter, delivery })));
}
