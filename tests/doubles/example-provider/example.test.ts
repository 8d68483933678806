import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { behavioursOf } from '#tests/doubles/behaviours/cases.ts';
import { NO_TEXT_COMPLETION } from '#tests/doubles/behaviours/text-completions.ts';
import { tryBehaviour } from '#tests/doubles/behaviours/try-behaviour.ts';
import { exampleProvider } from './index.ts';

const read = (place: string) => readFileSync(place, 'utf8');

/** The code samples of a document, without the indent of the list that they stand in. */
const samplesIn = (place: string) =>
  [...read(place).matchAll(/^( *)```ts\n([^]*?)^ *```$/gm)].map(([, indent = '', code = '']) =>
    code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );

describe('the documents that show how to add a provider', () => {
  it('contain the text of this provider', () => {
    expect(samplesIn('app/core/providers/README.md')).toEqual([
      read('tests/doubles/example-provider/index.ts'),
    ]);
  });

  const samples = samplesIn('docs/contributing.md').map((sample) => {
    const [heading = '', ...lines] = sample.split('\n').filter((line) => line !== '');
    return { place: heading.replace('// ', ''), lines };
  });

  it('show lines of two tables', () => {
    expect(samples.map(({ lines }) => lines.length)).toEqual([2, 1]);
  });

  it.each(samples)('show the lines of $place as another provider of text has them', ({ place, lines }) => {
    const written = read(place)
      .split('\n')
      .map((line) => line.trim());
    const expected = lines.map((line) => line.replaceAll('example', 'chatgpt'));
    expect(written).toEqual(expect.arrayContaining(expected));
  });
});

const deliveries = ['stream', 'whole'] as const;

describe.each(deliveries)('the smallest provider, called for a %s answer, when the provider', (delivery) => {
  const behaviours = behavioursOf('openai', delivery).filter(
    ({ name, expected }) => !(name in NO_TEXT_COMPLETION) || expected.usage?.completionTokens !== undefined,
  );

  it.each(behaviours.filter(({ options }) => !options?.n))('$name', async (behaviour) => {
    const chat = exampleProvider.chat!;
    expect(await tryBehaviour(chat, { behaviour, model: 'sandbox-ok', delivery })).toEqual([]);
  });
});
