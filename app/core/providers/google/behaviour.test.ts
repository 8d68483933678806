import { describe, expect, it } from 'vitest';
import { behavioursOf } from '#tests/doubles/behaviours/cases.ts';
import { tryBehaviour } from '#tests/doubles/behaviours/try-behaviour.ts';
import { googleAdapter } from './index.ts';

describe.each(['stream', 'whole'] as const)(
  'the google adapter, called for a %s answer, when the provider',
  (delivery) => {
    it.each(behavioursOf('google', delivery))(
      '$name',
      async (behaviour) => {
        expect(await tryBehaviour(googleAdapter, { behaviour, model: 'sandbox-ok', delivery })).toEqual([]);
      },
      20_000,
    );
  },
);
