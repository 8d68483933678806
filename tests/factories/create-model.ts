import { createHash } from 'node:crypto';
import { forgetSnapshot } from '#app/core/catalogue/snapshot.ts';
import { CatalogueModel, Price } from '#db/models/catalogue.ts';

/** Prices of the test model in pico-dollars per token: one and four micro-dollars. */
export const TEST_PRICE = { inputPico: 1_000_000n, cachedInputPico: null, outputPico: 4_000_000n };
export const TEST_MODEL = 'sandbox/small';

/** The sandbox's small model with a price, as the catalogue keeps it. */
export async function createModel(
  overrides: Partial<{ id: string; upstreamModel: string; contextTokens: number }> = {},
): Promise<string> {
  const now = new Date();
  const id = overrides.id ?? TEST_MODEL;
  await CatalogueModel.create({
    id,
    endpoint: 'openAI',
    provider: 'sandbox',
    upstreamModel: overrides.upstreamModel ?? 'sandbox-small',
    name: 'Sandbox Small',
    contextTokens: overrides.contextTokens ?? 128_000,
    maxOutputTokens: 16_384,
    tokenizer: 'o200k',
    createdAt: now,
    updatedAt: now,
  });
  await Price.create({
    id: priceIdOf(id),
    modelId: id,
    validFrom: new Date(now.getTime() - 1000),
    inputPico: TEST_PRICE.inputPico.toString(),
    outputPico: TEST_PRICE.outputPico.toString(),
    source: 'test',
    confidence: 'A',
    createdAt: now,
  });
  forgetSnapshot();
  return id;
}

/** The same in every test: another process of the test may still know the price of the test before. */
function priceIdOf(modelId: string): string {
  const hex = createHash('sha256').update(modelId).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}
