import { describe, expect, it } from 'vitest';
import { BEHAVIOURS } from '#tests/doubles/behaviours/cases.ts';
import { tryBehaviour } from '#tests/doubles/behaviours/try-behaviour.ts';
import { openAiAdapter } from './index.ts';

describe('the openai adapter, when the provider', () => {
  it.each(BEHAVIOURS)(
    '$name',
    async (behaviour) => {
      expect(await tryBehaviour(openAiAdapter, { behaviour, model: 'sandbox-ok' })).toEqual([]);
    },
    20_000,
  );
});
