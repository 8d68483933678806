import type { CompletionOptions } from '#app/contracts/completion.ts';
import type { Behaviour } from './behaviour.ts';

const place = {
  type: 'object',
  properties: { city: { type: 'string' }, days: { type: 'integer', enum: [2, 3] } },
  required: ['city', 'days'],
  additionalProperties: false,
};
const toolOf = (name: string) => ({ type: 'function' as const, function: { name, parameters: place } });
const tools = [toolOf('weather'), toolOf('clock')];
/** The JSON made for the schema of the question that the behaviours send. */
const PLACE = '{"city":"Tell me.","days":2}';

const called = { type: 'function' as const, id: 'call_1', function: { name: 'weather', arguments: PLACE } };
const schema: CompletionOptions['response_format'] = {
  type: 'json_schema',
  json_schema: { name: 'place', schema: place, strict: true },
};

/** Content of a good answer besides text, and the features that a request can ask for. */
export const FEATURES: readonly Behaviour[] = [
  {
    name: 'gives several answers at once',
    directive: 'text="one two"',
    options: { n: 3 },
    expected: {
      text: 'one two',
      finish: 'stop',
      further: [
        { text: 'one two', finish: 'stop' },
        { text: 'one two', finish: 'stop' },
      ],
      usage: { completionTokens: 6 },
    },
    missing: { anthropic: 'it gives one answer', google: 'its models refuse to be asked for several' },
  },
  {
    name: 'says how likely its words were',
    directive: 'text="one two three"',
    options: { logprobs: true, top_logprobs: 2 },
    expected: { text: 'one two three', probable: 'one two three', finish: 'stop' },
    missing: { anthropic: 'it does not say', google: 'its models refuse to say' },
  },
  {
    name: 'refuses in words',
    directive: 'refusal="I will not."',
    expected: { text: '', refusal: 'I will not.', finish: 'stop', error: null },
    missing: { anthropic: 'its refusal is a reason to end', google: 'its refusal is a reason to end' },
  },
  {
    name: 'calls two tools at once',
    directive: 'tool=weather,clock split=5',
    options: { tools },
    expected: {
      text: '',
      toolCalls: [
        { name: 'weather', arguments: PLACE },
        { name: 'clock', arguments: PLACE },
      ],
      finish: 'tool_calls',
      error: null,
    },
  },
  {
    name: 'calls one tool where several at once are not wanted',
    directive: 'calls=2',
    options: { tools, parallel_tool_calls: false },
    expected: { toolCalls: [{ name: 'weather' }], finish: 'tool_calls' },
  },
  {
    name: 'calls the tool that it is told to',
    directive: '',
    options: { tools, tool_choice: { type: 'function', function: { name: 'clock' } } },
    expected: { toolCalls: [{ name: 'clock', arguments: PLACE }], finish: 'tool_calls' },
    missing: { anthropic: 'its newest models refuse to be told' },
  },
  {
    name: 'calls no tool where none is wanted',
    directive: 'tool=weather text="Fine."',
    options: { tools, tool_choice: 'none' },
    expected: { text: 'Fine.', toolCalls: [], finish: 'stop' },
  },
  {
    name: 'answers once its tool has',
    directive: 'tool=weather',
    options: { tools },
    after: [
      { role: 'assistant', content: null, tool_calls: [called] },
      { role: 'tool', tool_call_id: 'call_1', content: 'It rains.' },
    ],
    expected: { text: 'weather says: It rains.', toolCalls: [], finish: 'stop', error: null },
  },
  {
    name: 'writes to a schema',
    directive: '',
    options: { response_format: schema },
    expected: { text: '{"city":"this","days":2}', finish: 'stop', error: null },
  },
  {
    name: 'stops at a word that it is given',
    directive: 'text="one two three four"',
    options: { stop: ['five', ' three'] },
    expected: { text: 'one two', finish: 'stop', error: null },
  },
  {
    name: 'writes to its cache',
    directive: 'written=5',
    expected: { usage: { cachedTokens: 0, cacheWriteTokens: 5 }, error: null },
    missing: { google: 'its cache is written for nothing, and not counted' },
  },
];
