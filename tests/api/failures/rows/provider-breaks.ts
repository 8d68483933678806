import { either, type Row } from '../row.ts';

const GOOD = {
  sees: '200 “one two three four”, stop, usage 4',
  charged: "prompt + 4 tokens, the provider's count",
};
const COUNTED = { sees: GOOD.sees, charged: 'prompt + 4 tokens, our count' };
/** Output before the break belongs to the client and is charged. */
export const broken = (code: string) => ({
  sees: `200 “one two”, error upstream_error ${code}`,
  saying: /are charged: \$0\.0+\d+\.$/,
  charged: 'prompt + 2 tokens, our count',
});

const says = (more: string) => `text="one two three four" ${more}`;

/** A tool with an argument made from the words of the question. */
const TOOL = {
  type: 'function',
  function: {
    name: 'weather',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
};

/** The possible failures of an answer that has begun. */
export const BREAKS: readonly Row[] = [
  { name: 'provider: answers', directive: says(''), expected: either(GOOD) },
  {
    name: 'provider: cut after 2 tokens, without a finish reason',
    directive: says('fault=cut after=2'),
    expected: {
      whole: { sees: '502 upstream_error provider_unavailable' },
      streamed: broken('provider_cut'),
    },
  },
  {
    name: 'provider: ends in good order without a finish reason',
    directive: says('fault=no-finish after=2'),
    expected: {
      whole: {
        sees: '502 upstream_error provider_cut, do not retry',
        charged: "prompt + 4 tokens, the provider's count",
      },
      streamed: broken('provider_cut'),
    },
  },
  {
    name: 'provider: an error after 2 tokens',
    directive: says('fault=error-mid after=2'),
    expected: {
      whole: { sees: '502 upstream_error provider_unavailable' },
      streamed: broken('provider_unavailable'),
    },
  },
  {
    name: 'provider: a malformed chunk after 2 tokens',
    directive: says('fault=malformed after=2'),
    expected: {
      whole: { sees: '502 upstream_error provider_malformed' },
      streamed: broken('provider_malformed'),
    },
  },
  {
    name: 'provider: a line without an end after 2 tokens',
    directive: says('fault=endless after=2'),
    expected: { streamed: broken('provider_malformed') },
  },
  {
    name: 'provider: says everything and does not end',
    directive: says('fault=linger'),
    expected: { streamed: GOOD },
  },
  {
    name: 'provider: usage on a chunk with choices',
    directive: says('usage=with-choices'),
    expected: { streamed: GOOD },
  },
  { name: 'provider: usage missing', directive: says('usage=missing'), expected: either(COUNTED) },
  { name: 'provider: usage twice', directive: says('usage=twice'), expected: { streamed: GOOD } },
  { name: 'provider: a usage that cannot be', directive: says('usage=absurd'), expected: either(COUNTED) },
  {
    name: 'provider: a call of a tool, cut inside UTF-8 characters',
    act: (caller) => caller.ask('東京 [[sandbox: tool=weather split=2]]', { fields: { tools: [TOOL] } }),
    expected: either({
      sees: '200 calls weather({"city":"東京"}), tool_calls, usage 6',
      charged: "prompt + 6 tokens, the provider's count",
    }),
  },
  {
    name: 'provider: filters its answer after 4 tokens',
    directive: says('finish=content_filter'),
    expected: either({ sees: GOOD.sees.replace('stop', 'content_filter'), charged: GOOD.charged }),
  },
];
