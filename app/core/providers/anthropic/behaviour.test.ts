import { describe, expect, it } from 'vitest';
import { behavioursOf } from '#tests/doubles/behaviours/cases.ts';
import { tryBehaviour } from '#tests/doubles/behaviours/try-behaviour.ts';
import { anthropicAdapter } from './index.ts';

describe('the anthropic adapter, when the provider', () => {
  it.each(behavioursOf('anthropic', 'stream'))(
    '$name',
    async (behaviour) => {
      expect(
        await tryBehaviour(anthropicAdapter, { behaviour, model: 'sandbox-ok', delivery: 'stream' }),
      ).toEqual([]);
    },
    20_000,
  );
});
