import { describe, expect, it } from 'vitest';
import { behavioursOf } from '#tests/doubles/behaviours/cases.ts';
import { tryBehaviour } from '#tests/doubles/behaviours/try-behaviour.ts';
import { openAiAdapter } from './index.ts';

describe.each(['stream', 'whole'] as const)(
  'the openai adapter, called for a %s answer, when the provider',
  (delivery) => {
    it.each(behavioursOf('openai', delivery))(
      '$name',
      async (behaviour) => {
        expect(await tryBehaviour(openAiAdapter, { behaviour, model: 'sandbox-ok', delivery })).toEqual([]);
      },
      20_000,
    );
  },
);
