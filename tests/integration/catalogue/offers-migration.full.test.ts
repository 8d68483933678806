import { afterAll, describe, expect, it } from 'vitest';
import { migrator } from '#db/schema.ts';
import { change, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

const PRICE = '00000000-0000-7000-8000-000000000001';
const LATER = '00000000-0000-7000-8000-000000000002';
const TIERED = '00000000-0000-7000-8000-000000000003';

afterAll(async () => {
  await migrator().up();
});

const run = (statement: string, values: string[] = []) => change(AUTOCOMMIT, statement, values);
const rows = (statement: string) => selectRows<Record<string, unknown>>(AUTOCOMMIT, statement);

describe('the migration to offers', () => {
  it('converts models and prices with their ids, there and back, and drops tiers on the way back', async () => {
    await migrator().down({ to: '0006-offers' });
    await run(
      `INSERT INTO models (id, endpoint, provider, upstream_model, name, context_tokens, max_output_tokens,
                           tokenizer, created_at, updated_at)
       VALUES ('openai/old', 'openAI', 'openai', 'old-1', 'Old', 1000, 100, 'o200k', NOW(3), NOW(3))`,
    );
    await run(
      `INSERT INTO prices (id, model_id, valid_from, input_pico, cached_input_pico, output_pico, source, confidence,
                           created_at)
       VALUES (?, 'openai/old', '2026-01-01', 2000000, NULL, 8000000, 'a page', 'A', NOW(3))`,
      [PRICE],
    );
    await migrator().up();
    expect(await rows('SELECT model_id, provider, upstream_model, enabled, confidence FROM offers')).toEqual([
      { model_id: 'openai/old', provider: 'openai', upstream_model: 'old-1', enabled: 1, confidence: 'A' },
    ]);
    expect(await rows('SELECT id, rules, source FROM offer_prices')).toEqual([
      { id: PRICE, rules: '[{"rates":{"input":"2000000","output":"8000000"}}]', source: 'a page' },
    ]);
    const add = `INSERT INTO offer_prices SELECT ?, offer_id, ?, NULL, ?, source, confidence, created_at
                   FROM offer_prices WHERE id = ?`;
    const base = '{"rates":{"input":"3","cachedInput":"1","output":"9"}}';
    await run(add, [LATER, '2026-02-01', `[${base}]`, PRICE]);
    await run(add, [
      TIERED,
      '2026-03-01',
      `[${base},{"when":{"promptTokensAbove":5},"rates":{"input":"6"}}]`,
      PRICE,
    ]);
    await migrator().down({ to: '0006-offers' });
    expect(
      await rows('SELECT id, input_pico, cached_input_pico, output_pico FROM prices ORDER BY valid_from'),
    ).toEqual([
      { id: PRICE, input_pico: '2000000', cached_input_pico: null, output_pico: '8000000' },
      { id: LATER, input_pico: '3', cached_input_pico: '1', output_pico: '9' },
    ]);
  });
});
