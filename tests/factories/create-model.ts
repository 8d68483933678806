import { createHash } from 'node:crypto';
import type { Endpoint } from '#app/contracts/endpoints/table.ts';
import { forgetSnapshot } from '#app/core/catalogue/snapshot.ts';
import type { Dialect } from '#app/contracts/catalogue/dialects.ts';
import type { Capability, Modality, ParameterTable } from '#app/contracts/models.ts';
import { writeRules, type Price } from '#app/contracts/price.ts';
import { insertRow } from './insert-row.ts';

/** The price of the test model in pico-dollars per token: one and four micro-dollars. */
export const TEST_PRICE: Price = { rules: [{ rates: { input: 1_000_000n, output: 4_000_000n } }] };
export const TEST_MODEL = 'sandbox/small';

/** A provider of the test model, and its price. */
export interface TestOffer {
  provider: string;
  upstreamModel?: string;
  /** Only if it is not the provider's default one. */
  dialect?: Dialect;
  price?: Price;
}

/** The sandbox's small model with a price, as stored in the catalogue; with more offers, as a routed one. */
export async function createModel(
  overrides: Partial<{
    id: string;
    name: string;
    upstreamModel: string;
    contextTokens: number;
    tokenizer: string;
    endpoint: Endpoint | null;
    supports: readonly Modality[];
    capabilities: readonly Capability[];
    parameters: ParameterTable;
    offers: readonly TestOffer[];
  }> = {},
): Promise<string> {
  const now = new Date();
  const id = overrides.id ?? TEST_MODEL;
  const upstreamModel = overrides.upstreamModel ?? 'sandbox-small';
  await insertRow('models', {
    id,
    endpoint: overrides.endpoint === undefined ? 'openAI' : overrides.endpoint,
    provider: 'sandbox',
    upstream_model: upstreamModel,
    name: overrides.name ?? 'Sandbox Small',
    context_tokens: overrides.contextTokens ?? 128_000,
    max_output_tokens: 16_384,
    tokenizer: overrides.tokenizer ?? 'o200k',
    supports: JSON.stringify(overrides.supports ?? ['text-to-text']),
    capabilities: JSON.stringify(overrides.capabilities ?? ['streaming', 'tools', 'json_schema']),
    parameters: JSON.stringify(overrides.parameters ?? {}),
    created_at: now,
    updated_at: now,
  });
  for (const offer of overrides.offers ?? [{ provider: 'sandbox' }]) {
    await createOffer(id, { upstreamModel, ...offer });
  }
  forgetSnapshot();
  return id;
}

async function createOffer(
  modelId: string,
  { provider, upstreamModel, dialect, price }: TestOffer,
): Promise<void> {
  const now = new Date();
  const offerId = stableId(`offer ${modelId} ${provider}`);
  await insertRow('offers', {
    id: offerId,
    model_id: modelId,
    provider,
    upstream_model: upstreamModel ?? 'sandbox-small',
    wire: dialect ?? null,
    confidence: 'A',
    source: 'test',
    created_at: now,
    updated_at: now,
  });
  await insertRow('offer_prices', {
    id: stableId(`price ${modelId} ${provider}`),
    offer_id: offerId,
    valid_from: new Date(now.getTime() - 1000),
    rules: writeRules((price ?? TEST_PRICE).rules),
    source: 'test',
    confidence: 'A',
    created_at: now,
  });
}

/** The same in every test: another process of the test may still have the price of the previous test. */
function stableId(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}
