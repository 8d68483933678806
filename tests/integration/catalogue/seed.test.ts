import { beforeEach, describe, expect, it } from 'vitest';
import { SEED_ALIASES, SEED_MODELS } from '#db/seed/catalogue-data.ts';
import { seedCatalogue } from '#db/seed/catalogue.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { emptyTables } from '#tests/setup/database.ts';

beforeEach(emptyTables);

const rows = (table: string) =>
  selectRows<Record<string, unknown>>(AUTOCOMMIT, `SELECT * FROM ${table} ORDER BY 1`);

describe('the seed of the catalogue', () => {
  it('gives every model one price, in pico-dollars per token, with its source', async () => {
    expect(await seedCatalogue(AUTOCOMMIT)).toBe(SEED_MODELS.length);
    const price = await selectRow(
      AUTOCOMMIT,
      'SELECT input_pico, cached_input_pico, output_pico, source FROM prices WHERE model_id = ?',
      ['openai/gpt-5.4-mini'],
    );
    expect(price).toEqual({
      input_pico: '750000',
      cached_input_pico: '75000',
      output_pico: '4500000',
      source: expect.stringContaining('2026'),
    });
    const unpriced = await selectRows(
      AUTOCOMMIT,
      'SELECT id FROM models WHERE id NOT IN (SELECT model_id FROM prices WHERE input_pico > 0 AND output_pico > 0)',
    );
    expect(unpriced).toEqual([]);
  });

  it('changes nothing the second time', async () => {
    await seedCatalogue(AUTOCOMMIT);
    const before = [await rows('prices'), await rows('model_aliases')];
    await seedCatalogue(AUTOCOMMIT);
    expect([await rows('prices'), await rows('model_aliases')]).toEqual(before);
    expect(await rows('models')).toHaveLength(SEED_MODELS.length);
  });

  it('brings facts up to date and leaves what the operator decided', async () => {
    await seedCatalogue(AUTOCOMMIT);
    const id = 'openai/gpt-5.6-terra';
    await change(
      AUTOCOMMIT,
      "UPDATE models SET enabled = 0, rank_order = 7, name = 'Old name', context_tokens = 1 WHERE id = ?",
      [id],
    );
    await change(AUTOCOMMIT, 'UPDATE prices SET input_pico = 123 WHERE model_id = ?', [id]);
    await seedCatalogue(AUTOCOMMIT);
    expect(
      await selectRow(
        AUTOCOMMIT,
        `SELECT enabled, rank_order, name, context_tokens, input_pico
           FROM models JOIN prices ON model_id = models.id WHERE models.id = ?`,
        [id],
      ),
    ).toEqual({
      enabled: 0,
      rank_order: 7,
      name: 'GPT-5.6 Terra',
      context_tokens: 1_050_000,
      input_pico: '123',
    });
  });

  it('does not offer what is known from third parties only', async () => {
    await seedCatalogue(AUTOCOMMIT);
    expect(await selectRows(AUTOCOMMIT, 'SELECT id FROM models WHERE enabled = 0')).toEqual([
      { id: 'openai/gpt-6.1-sol' },
    ]);
  });

  it('leads every retired id to a model that is there', () => {
    const ids = new Set(SEED_MODELS.map(({ id }) => id));
    expect(SEED_ALIASES.filter(([, successor]) => !ids.has(successor))).toEqual([]);
  });
});
