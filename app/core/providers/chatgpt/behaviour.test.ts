import { describe, expect, it } from 'vitest';
import { behavioursOf } from '#tests/doubles/behaviours/cases.ts';
import { tryBehaviour } from '#tests/doubles/behaviours/try-behaviour.ts';
import { chatgptAdapter } from './index.ts';

describe('the chatgpt adapter, when the provider', () => {
  it.each(behavioursOf('chatgpt', 'stream'))(
    '$name',
    async (behaviour) => {
      expect(
        await tryBehaviour(chatgptAdapter, { behaviour, model: 'sandbox-ok', delivery: 'stream' }),
      ).toEqual([]);
    },
    20_000,
  );
});
