import { beforeEach, describe, expect, it } from 'vitest';
import { dialectOf } from '#app/contracts/providers.ts';
import { seedCatalogue } from '#db/seed/catalogue.ts';
import { SEED_ALIASES } from '#db/seed/data/aliases.ts';
import { SEED_MODELS } from '#db/seed/data/models.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { emptyTables } from '#tests/setup/database.ts';

beforeEach(emptyTables);

const rows = (table: string) =>
  selectRows<Record<string, unknown>>(AUTOCOMMIT, `SELECT * FROM ${table} ORDER BY 1`);

describe('the seed of the catalogue', () => {
  it('gives every offer a price, in pico-dollars per token, with its source', async () => {
    expect(await seedCatalogue(AUTOCOMMIT)).toBe(SEED_MODELS.length);
    const price = await selectRow(
      AUTOCOMMIT,
      'SELECT rules, p.source FROM offer_prices p JOIN offers o ON o.id = offer_id WHERE model_id = ? AND provider = ?',
      ['openai/gpt-5.4-mini', 'openai'],
    );
    expect(price).toEqual({
      rules: '[{"rates":{"input":"750000","cachedInput":"75000","output":"4500000"}}]',
      source: expect.stringContaining('2026'),
    });
    const unpriced = await selectRows(
      AUTOCOMMIT,
      'SELECT model_id FROM offers WHERE id NOT IN (SELECT offer_id FROM offer_prices)',
    );
    expect(unpriced).toEqual([]);
  });

  it('counts the inputs of an embedding model as its maker does', async () => {
    await seedCatalogue(AUTOCOMMIT);
    const embedders = await selectRows<{ id: string; tokenizer: string }>(
      AUTOCOMMIT,
      "SELECT id, tokenizer FROM models WHERE id LIKE 'openai/text-embedding-%' ORDER BY id",
    );
    expect(embedders).toEqual([
      { id: 'openai/text-embedding-3-large', tokenizer: 'cl100k' },
      { id: 'openai/text-embedding-3-small', tokenizer: 'cl100k' },
    ]);
  });

  it('lists per offer the unsupported features of its model', async () => {
    await seedCatalogue(AUTOCOMMIT);
    const offers = await selectRows<{ provider: string; supports: string | null }>(
      AUTOCOMMIT,
      "SELECT provider, supports FROM offers WHERE model_id = 'moonshotai/kimi-k2.6' ORDER BY provider",
    );
    const withoutVideos = offers.filter(({ supports }) => supports !== null && !supports.includes('video'));
    expect(withoutVideos.map(({ provider }) => provider)).toEqual([
      'baseten',
      'cloudflare-workers-ai',
      'openrouter',
    ]);
  });

  it('changes nothing when run twice', async () => {
    await seedCatalogue(AUTOCOMMIT);
    const before = [await rows('offer_prices'), await rows('model_aliases')];
    await seedCatalogue(AUTOCOMMIT);
    expect([await rows('offer_prices'), await rows('model_aliases')]).toEqual(before);
    expect(await rows('models')).toHaveLength(SEED_MODELS.length);
  });

  it('updates facts and keeps the operator’s decisions', async () => {
    await seedCatalogue(AUTOCOMMIT);
    const id = 'openai/gpt-5.6-terra';
    await change(
      AUTOCOMMIT,
      "UPDATE models SET enabled = 0, rank_order = 7, name = 'Old name', context_tokens = 1 WHERE id = ?",
      [id],
    );
    await change(AUTOCOMMIT, "UPDATE offers SET upstream_model = 'old', enabled = 0 WHERE model_id = ?", [
      id,
    ]);
    await change(AUTOCOMMIT, "UPDATE offer_prices SET rules = '[]'");
    await seedCatalogue(AUTOCOMMIT);
    expect(
      await selectRow(
        AUTOCOMMIT,
        `SELECT m.enabled, rank_order, name, m.context_tokens, o.upstream_model, o.enabled AS offered, rules
           FROM models m JOIN offers o ON o.model_id = m.id JOIN offer_prices ON offer_id = o.id WHERE m.id = ?`,
        [id],
      ),
    ).toEqual({
      enabled: 0,
      rank_order: 7,
      name: 'GPT-5.6 Terra',
      context_tokens: 1_050_000,
      upstream_model: 'gpt-5.6-terra',
      offered: 0,
      rules: '[]',
    });
  });

  it('has at least 60 models, of every kind, many with several offers, each priced for its output', () => {
    const real = SEED_MODELS.filter(({ id }) => !id.startsWith('sandbox/'));
    expect(real.length).toBeGreaterThanOrEqual(60);
    for (const modality of ['text-to-text', 'text-to-image', 'text-to-video', 'text-to-embedding'] as const)
      expect(real.filter(({ supports }) => supports.includes(modality)).length).toBeGreaterThan(1);
    expect(real.filter(({ offers }) => offers.length > 1).length).toBeGreaterThan(20);
    expect(real.flatMap(({ offers }) => offers).filter(({ prices }) => prices.length === 0)).toEqual([]);
    expect(new Set(SEED_MODELS.map(({ id }) => id)).size).toBe(SEED_MODELS.length);
  });

  it('has only offers of providers in the catalogue', () => {
    const strangers = SEED_MODELS.flatMap(({ offers }) => offers).filter(
      ({ provider }) => !dialectOf(provider),
    );
    expect(strangers).toEqual([]);
  });

  it('redirects every retired id to an existing model', () => {
    const ids = new Set(SEED_MODELS.map(({ id }) => id));
    expect(SEED_ALIASES.filter(([, successor]) => !ids.has(successor))).toEqual([]);
  });
});
