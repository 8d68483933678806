import { expect, it } from 'vitest';
import { readModelChoice, writeModelChoice } from './model-choice.ts';

it('reads back a choice that it wrote', () => {
  const choice = writeModelChoice('azureOpenAI', 'openai/gpt-4o:free');
  expect(choice).toBe('azureOpenAI:openai/gpt-4o:free');
  expect(readModelChoice(choice)).toEqual({ endpoint: 'azureOpenAI', model: 'openai/gpt-4o:free' });
});

it.each(['openai/gpt-4o', 'meta/llama:free', 'openAI', 'nobody:model', ''])(
  'takes %j for the id of a model',
  (id) => {
    expect(readModelChoice(id)).toEqual({ model: id });
  },
);
