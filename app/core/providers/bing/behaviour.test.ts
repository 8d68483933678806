import { describe, expect, it } from 'vitest';
import { behavioursOf } from '#tests/doubles/behaviours/cases.ts';
import { tryBehaviour } from '#tests/doubles/behaviours/try-behaviour.ts';
import { bingAdapter } from './index.ts';

describe('the bing adapter, when the provider', () => {
  it.each(behavioursOf('bing', 'stream'))(
    '$name',
    async (behaviour) => {
      expect(await tryBehaviour(bingAdapter, { behaviour, model: 'sandbox-ok', delivery: 'stream' })).toEqual(
        [],
      );
    },
    20_000,
  );
});
