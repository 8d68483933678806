import { forgetSnapshot } from '#app/core/catalogue/snapshot.ts';
import { newId } from '#app/core/platform/ids.ts';
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
    id: newId(),
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
