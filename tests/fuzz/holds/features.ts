import type { Random } from '../../faults/random.ts';
import { signatureOf } from '#app/sandbox/providers/signature.ts';
import { mp4 } from '#tests/fixtures/media/mp4.ts';
import { png } from '#tests/fixtures/pixel.ts';
import { dataUrl, mp3, textOf } from './texts.ts';

/** A call that is being generated: parts go before the last turn's text, turns before the last turn. */
export interface Draft {
  fields: Record<string, unknown>;
  turns: object[];
  parts: object[];
}

type Feature = (draft: Draft, random: Random) => void;

const object = (random: Random) => ({
  type: 'object',
  properties: Object.fromEntries(
    Array.from({ length: random.pick([1, 5, 80]) }, (_, place) => [
      `field_${place}`,
      random.pick([
        { type: 'string', minLength: 3, description: textOf(random, 4) },
        { type: 'number', minimum: 1, maximum: 1e20 },
        { type: 'object' },
        { type: 'array', items: { type: 'object', properties: { a: { type: 'boolean' } } } },
      ]),
    ]),
  ),
});
const named = (random: Random, place: number) => ({
  name: `tool_${place}`,
  description: textOf(random, 20),
  parameters: object(random),
});
const many = <Item>(random: Random, make: (place: number) => Item) =>
  Array.from({ length: random.whole(1, 6) }, (_, place) => make(place));
const HOUR = { cache_control: { type: 'ephemeral', ttl: '1h' } };

/** All content of a call that a provider may bill. */
export const FEATURES: Readonly<Record<string, Feature>> = {
  words: ({ parts }, random) => parts.push({ type: 'text', text: textOf(random, 400) }),
  system: ({ turns }, random) =>
    turns.unshift({ role: random.pick(['system', 'developer']), content: textOf(random, 60) }),
  turns({ turns }, random) {
    for (let turn = random.whole(1, 12); turn > 0; turn -= 1)
      turns.push({ role: 'user', content: 'a' }, { role: 'assistant', content: textOf(random, 3) });
  },
  names: ({ turns }, random) => turns.push({ role: 'user', name: textOf(random, 30), content: 'Hi' }),
  tools({ fields }, random) {
    fields['tools'] = many(random, (place) => ({ type: 'function', function: named(random, place) }));
    fields['tool_choice'] = random.pick(['auto', 'none', 'required']);
  },
  'tools of plain text'({ fields }, random) {
    fields['tools'] = many(random, (place) => ({
      type: 'custom',
      custom: { name: `tool_${place}`, description: textOf(random, 20) },
    }));
  },
  'tools kept for an hour'({ fields }, random) {
    fields['tools'] = many(random, (place) => ({
      type: 'function',
      function: named(random, place),
      ...HOUR,
    }));
  },
  'functions of 2023'({ fields }, random) {
    fields['functions'] = many(random, (place) => named(random, place));
  },
  'results of tools'({ turns }, random) {
    const number = random.pick(['1e20', '7', '1E+19']);
    const input = `{"a":[${Array(random.pick([1, 40, 400]))
      .fill(number)
      .join(',')}]}`;
    const thought = textOf(random, random.pick([1, 20]));
    turns.push(
      {
        role: 'assistant',
        content: null,
        reasoning_details: [
          {
            type: 'reasoning.text',
            format: 'anthropic-claude-v1',
            text: thought,
            signature: signatureOf(thought),
          },
        ],
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'look', arguments: input } }],
      },
      { role: 'tool', tool_call_id: 'call_1', content: random.pick(['ok', textOf(random, 60)]) },
    );
  },
  'calls of Gemini that come back signed'({ turns }, random) {
    const [name, city] = [`tool_${'x'.repeat(random.pick([1, 59]))}`, textOf(random, 10)];
    const args = JSON.stringify({ city });
    const signature = { type: 'reasoning.encrypted', format: 'google-gemini-v1', id: 'call_1' };
    turns.push(
      { role: 'user', content: 'Hi' },
      {
        role: 'assistant',
        content: null,
        reasoning_details: [{ ...signature, data: signatureOf(`${name} ${args}`) }],
        tool_calls: ['call_1', 'call_2', 'call_3'].map((id) => ({
          id,
          type: 'function',
          function: { name, arguments: args },
        })),
      },
      ...['call_1', 'call_2', 'call_3'].map((tool_call_id) => ({
        role: 'tool',
        tool_call_id,
        content: 'ok',
      })),
    );
  },
  'thoughts that come back': ({ turns }, random) =>
    turns.push(
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hm.', reasoning_content: textOf(random, 80) },
    ),
  'a form of JSON'({ fields, parts }) {
    fields['response_format'] = { type: 'json_object' };
    parts.push({ type: 'text', text: 'Answer in JSON.' });
  },
  'a schema'({ fields }, random) {
    const schema = object(random);
    fields['response_format'] = { type: 'json_schema', json_schema: { name: 'answer', schema } };
  },
  thinking({ fields }, random) {
    fields['reasoning_effort'] = random.pick(['low', 'medium', 'high', 'xhigh']);
  },
  pictures({ parts }, random) {
    for (let count = random.whole(1, 3); count > 0; count -= 1) {
      const url = png(random.whole(1, 6000), random.whole(1, 6000));
      parts.push({ type: 'image_url', image_url: { url, detail: random.pick(['auto', 'low', 'high']) } });
    }
  },
  videos({ parts }, random) {
    const [width, height] = [random.whole(16, 3_840), random.whole(16, 2_160)];
    const url = dataUrl('video/mp4', mp4({ seconds: random.whole(1, 120), width, height }));
    parts.push({ type: 'video_url', video_url: { url } });
  },
  'files of text'({ parts }, random) {
    const file = {
      filename: textOf(random, 20).slice(0, 400),
      file_data: dataUrl('text/plain', textOf(random, 200)),
    };
    parts.push({ type: 'file', file });
  },
  'files of pages'({ parts }) {
    parts.push({
      type: 'file',
      file: { filename: 'a.pdf', file_data: dataUrl('application/pdf', '%PDF-1.4') },
    });
  },
  sound: ({ parts }, random) =>
    parts.push({ type: 'input_audio', input_audio: { data: mp3(random.whole(1, 60)), format: 'mp3' } }),
  'a prompt kept for an hour': ({ parts }, random) =>
    parts.push({ type: 'text', text: textOf(random, 400), ...HOUR }),
  prediction({ fields }, random) {
    fields['prediction'] = { type: 'content', content: textOf(random, 400) };
  },
  'several answers'({ fields }, random) {
    fields['n'] = random.whole(2, 4);
  },
  'stop sequences'({ fields }, random) {
    fields['stop'] = many(random, () => 'NEVER').slice(0, 4);
  },
  'a cap'({ fields }, random) {
    fields[random.pick(['max_tokens', 'max_completion_tokens'])] = random.whole(1, 5_000);
  },
  'options that cost'({ fields }) {
    fields['service_tier'] = 'priority';
    fields['web_search_options'] = { search_context_size: 'high' };
    fields['modalities'] = ['text', 'audio'];
  },
};

/** A call with one required feature, and others at random. */
export function drawCall(random: Random, feature: string): { body: object; features: string[] } {
  const draft: Draft = { fields: {}, turns: [], parts: [] };
  const isAlone = random.whole(0, 2) === 0;
  const others = Object.keys(FEATURES).filter(
    (name) => name !== feature && !isAlone && random.whole(0, 5) === 0,
  );
  // A feature that replaces another one is applied last.
  const features = [...others, feature];
  for (const name of features) FEATURES[name]!(draft, random);
  if (draft.fields['functions']) for (const name of ['tools', 'tool_choice']) delete draft.fields[name];
  const user = { role: 'user', content: [...draft.parts, { type: 'text', text: 'Go on.' }] };
  return { body: { ...draft.fields, messages: [...draft.turns, user] }, features };
}
