import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppliedRates } from '#app/contracts/price.ts';
import { findModel, listModels } from '#app/core/catalogue/models.ts';
import { cheapestOffers, listOffers } from '#app/core/catalogue/offers.ts';
import { priceById } from '#app/core/catalogue/prices.ts';
import { readEntry } from '#app/core/catalogue/read-entry.ts';
import { forgetSnapshot } from '#app/core/catalogue/snapshot.ts';
import { newId } from '#app/core/platform/ids.ts';
import { routeCall } from '#app/core/routing/router.ts';
import { seedCatalogue } from '#db/seed/catalogue.ts';
import { change } from '#db/sql.ts';
import { AUTOCOMMIT, transaction, type Tx } from '#db/transaction.ts';
import { insertRow } from '#tests/factories/insert-row.ts';
import { emptyTables } from '#tests/setup/database.ts';

const NOW = new Date();
const DAY = 86_400_000;

beforeAll(() => {
  // The operator has an OpenAI key and no sandbox.
  Object.assign(process.env, { OPENAI_API_KEY: 'sk-test', SANDBOX: 'false' });
});

beforeEach(async () => {
  await emptyTables();
  await seedCatalogue(AUTOCOMMIT);
  forgetSnapshot();
});

async function alter(statement: string, values: (string | number | Date | null)[] = []) {
  await change(AUTOCOMMIT, statement, values);
  forgetSnapshot();
}

const ids = (models: { id: string }[]) => models.map(({ id }) => id);

describe('models on offer', () => {
  it('are those of the configured providers, in the operator’s order', async () => {
    expect(ids(await listModels(AUTOCOMMIT, 'openAI', 'operator')).slice(0, 3)).toEqual([
      'openai/gpt-5.6-terra',
      'openai/gpt-6-luna',
      'openai/gpt-6-astra',
    ]);
    await alter("UPDATE models SET rank_order = 1 WHERE id = 'openai/gpt-4o'");
    await alter("UPDATE models SET enabled = 0 WHERE id = 'openai/gpt-5.6-terra'");
    expect(ids(await listModels(AUTOCOMMIT, 'openAI', 'operator')).slice(0, 2)).toEqual([
      'openai/gpt-4o',
      'openai/gpt-6-luna',
    ]);
    expect(await listModels(AUTOCOMMIT, 'google', 'operator')).toEqual([]);
  });

  it('exclude one that is switched off, unknown, or of a provider that is not configured', async () => {
    for (const id of ['openai/gpt-6.1-sol', 'openai/nobody', 'sandbox/small', '']) {
      await expect(findModel(AUTOCOMMIT, id)).rejects.toMatchObject({
        code: 'model_not_found',
        param: 'model',
      });
    }
    expect(await readEntry(AUTOCOMMIT, 'openai/gpt-6.1-sol')).toMatchObject({ confidence: 'C' });
  });
});

describe('an unknown id', () => {
  const hint = async (id: string) =>
    (await findModel(AUTOCOMMIT, id).then(
      () => null,
      (error: Error) => error.message,
    )) ?? 'found';

  it('is answered with at most five similar names, only of models on offer', async () => {
    expect(await hint('openai/gpt5.4-mini')).toMatch(/Did you mean: openai\/gpt-5\.4-mini/);
    expect(await hint('terra')).toContain('openai/gpt-5.6-terra');
    expect(await hint('GPT-6 Luna')).toContain('openai/gpt-6-luna');
    expect((await hint('openai/gpt')).match(/openai\//g)).toHaveLength(6);
    expect(await hint('anthropic/claude-haiku-4.6')).not.toContain('Did you mean');
    expect(await hint('x'.repeat(5000))).toHaveLength(
      160 + 'The model  does not exist or is not available.'.length,
    );
  });
});

describe('offers', () => {
  it('of providers that are not configured, switched off, or only from unverified sources are not called', async () => {
    const offered = async () =>
      (await listOffers(AUTOCOMMIT, 'openai/gpt-6.1-sol', NOW)).map(({ provider }) => provider);
    expect(await offered()).toEqual([]);
    await alter("UPDATE offers SET confirmed_at = NOW(3) WHERE model_id = 'openai/gpt-6.1-sol'");
    expect(await offered()).toEqual(['openai']);
    await alter("UPDATE offers SET enabled = 0 WHERE model_id = 'openai/gpt-6.1-sol'");
    expect(await offered()).toEqual([]);
    const mini = await listOffers(AUTOCOMMIT, 'openai/gpt-4o-mini', NOW);
    expect(mini.map(({ provider }) => provider)).toEqual(['openai']);
  });

  it('state their differences from their model', async () => {
    await alter(
      "UPDATE offers SET context_tokens = 5, parameters = '{\"seed\":false}' WHERE provider = 'openai'",
    );
    const [offer] = await listOffers(AUTOCOMMIT, 'openai/gpt-4o', NOW);
    expect(offer).toMatchObject({ contextTokens: 5, maxOutputTokens: 16_384 });
    expect(offer?.parameters).toMatchObject({ seed: false, temperature: { max: 2 } });
  });
});

describe('a model that its makers discontinue', () => {
  it('has its end date and successor; from that day on it is gone', async () => {
    const model = 'openai/gpt-4o';
    expect(await findModel(AUTOCOMMIT, model)).toMatchObject({
      retires: { on: '2027-01-14', successor: 'openai/gpt-6-luna' },
    });
    await alter("DELETE FROM model_aliases WHERE alias = 'openai/gpt-4o'");
    await alter('UPDATE models SET shutdown_on = CURRENT_DATE WHERE id = ?', [model]);
    await expect(findModel(AUTOCOMMIT, model)).rejects.toMatchObject({ code: 'model_not_found' });
  });
});

describe('a retired id', () => {
  it('is redirected to its successor, with a notice', async () => {
    expect(await findModel(AUTOCOMMIT, 'openai/gpt-3.5-turbo')).toMatchObject({
      id: 'openai/gpt-5.6-terra',
      standsInFor: { id: 'openai/gpt-3.5-turbo', retiredOn: '2026-10-23' },
    });
    expect(await findModel(AUTOCOMMIT, 'openai/gpt-5.6-terra')).toMatchObject({ standsInFor: null });
  });

  it('is redirected to the first model on offer if its successor is not', async () => {
    await alter("UPDATE models SET enabled = 0 WHERE id = 'openai/gpt-5.6-terra'");
    expect(await findModel(AUTOCOMMIT, 'gpt-3.5-turbo')).toMatchObject({ id: 'openai/gpt-6-luna' });
  });

  it('takes effect on its day', async () => {
    expect(await findModel(AUTOCOMMIT, 'openai/gpt-4o')).toMatchObject({ standsInFor: null });
    await alter("UPDATE model_aliases SET retired_on = ? WHERE alias = 'openai/gpt-4o'", [
      new Date(NOW.getTime() - DAY).toISOString().slice(0, 10),
    ]);
    expect(await findModel(AUTOCOMMIT, 'openai/gpt-4o')).toMatchObject({ id: 'openai/gpt-6-luna' });
    expect(ids(await listModels(AUTOCOMMIT, 'openAI', 'operator'))).not.toContain('openai/gpt-4o');
  });

  it('does not redirect in a circle', async () => {
    await alter("INSERT INTO model_aliases VALUES ('a', 'b', NULL, ?), ('b', 'a', NULL, ?)", [NOW, NOW]);
    await expect(findModel(AUTOCOMMIT, 'a')).rejects.toMatchObject({ code: 'model_not_found' });
  });
});

describe('the price in force', () => {
  const model = 'openai/gpt-6-luna';
  const days = (count: number) => new Date(NOW.getTime() + count * DAY);
  const firstOffer = async (at = NOW, tx: Tx = AUTOCOMMIT) => (await listOffers(tx, model, at))[0]!;
  const offerId = async () => (await firstOffer()).id;

  /** Finds a provider of the model. */
  const route = () =>
    routeCall({
      models: [model],
      allowedModels: null,
      preferences: {},
      needs: { modalities: [], capabilities: [], parameters: [] },
      count: async () => 1,
      at: NOW,
    });

  async function addPrice(from: number, until: number | null, input: string): Promise<string> {
    const id = newId();
    await insertRow('offer_prices', {
      id,
      offer_id: await offerId(),
      valid_from: days(from),
      valid_until: until === null ? null : days(until),
      rules: `[{"rates":{"input":"${input}","output":"7"}}]`,
      source: 'test',
      confidence: 'A',
      created_at: NOW,
    });
    forgetSnapshot();
    return id;
  }

  async function inputAt(count: number, tx: Tx = AUTOCOMMIT) {
    const { price } = await firstOffer(days(count), tx);
    return new AppliedRates(price, { promptTokens: 1, at: NOW }).of('input')?.ratePico;
  }

  it('is the newest that has begun and has not ended', async () => {
    expect(await inputAt(0)).toBe(100_000n);
    await addPrice(-1, null, '5');
    await addPrice(1, 2, '6');
    expect(await inputAt(-2)).toBe(100_000n);
    expect(await inputAt(0)).toBe(5n);
    expect(await inputAt(1)).toBe(6n);
    expect(await inputAt(2)).toBe(5n);
  });

  it('is an error if none is known: it is never zero', async () => {
    await alter('UPDATE offer_prices SET valid_until = ?', [new Date(NOW.getTime() - 1)]);
    expect(await listOffers(AUTOCOMMIT, model, NOW)).toEqual([]);
    await expect(route()).rejects.toMatchObject({ code: 'price_unknown' });
  });

  it('is an error if its row cannot be read, and other models are not affected', async () => {
    await alter('UPDATE offer_prices SET rules = ? WHERE offer_id = ?', ['{"broken', await offerId()]);
    await expect(route()).rejects.toMatchObject({ code: 'price_unknown' });
    expect(await listOffers(AUTOCOMMIT, 'openai/gpt-4o', NOW)).toHaveLength(1);
  });

  it('can be read again when it is no longer in force, also right after another process wrote it', async () => {
    await inputAt(0);
    const id = newId();
    await change(
      AUTOCOMMIT,
      `INSERT INTO offer_prices VALUES (?, ?, '2020-01-01', '2020-01-02', '[{"rates":{"input":"9"}}]', 'test', 'A', ?)`,
      [id, await offerId(), NOW],
    );
    expect(await priceById(AUTOCOMMIT, id)).toMatchObject({ id, rules: [{ rates: { input: 9n } }] });
    await expect(priceById(AUTOCOMMIT, newId())).rejects.toMatchObject({ code: 'price_unknown' });
  });

  it('is available to a process that has read it once, also when the table cannot be read', async () => {
    const { price } = await firstOffer();
    await change(AUTOCOMMIT, 'RENAME TABLE offer_prices TO prices_away');
    try {
      await expect.poll(() => inputAt(0).then(String, () => 'failed')).toBe('failed');
      expect(await priceById(AUTOCOMMIT, price.id)).toEqual(price);
      expect(await readEntry(AUTOCOMMIT, model)).toMatchObject({ tokenizer: 'gpt-6' });
    } finally {
      await change(AUTOCOMMIT, 'RENAME TABLE prices_away TO offer_prices');
    }
  });

  it('is updated soon after a change, and at once inside the transaction that made it', async () => {
    const id = await offerId();
    const rules = (input: number) => `[{"rates":{"input":"${input}","output":"7"}}]`;
    const set = (tx: Tx, input: number) =>
      change(tx, 'UPDATE offer_prices SET rules = ? WHERE offer_id = ?', [rules(input), id]);
    await set(AUTOCOMMIT, 42);
    await expect.poll(() => inputAt(0)).toBe(42n);
    forgetSnapshot();
    await transaction(async (tx) => {
      await set(tx, 43);
      expect(await inputAt(0, tx)).toBe(43n);
      expect(await inputAt(0)).toBe(42n);
    });
  });
});

describe('the offers for titles', () => {
  it('are the cheapest with a price', async () => {
    const first = async () => (await cheapestOffers(AUTOCOMMIT))[0]?.modelId;
    expect(await first()).toBe('openai/gpt-6-luna');
    await alter(
      "DELETE FROM offer_prices WHERE offer_id IN (SELECT id FROM offers WHERE model_id = 'openai/gpt-6-luna')",
    );
    expect(await first()).toBe('openai/gpt-4o-mini');
    await alter('UPDATE models SET enabled = 0');
    expect(await first()).toBeUndefined();
  });
});
