import { describe, expect, it } from 'vitest';
import { DIALECT_OUTPUTS, isServed } from '#app/contracts/catalogue/dialects.ts';
import { SANDBOX_PROVIDERS } from '#app/contracts/catalogue/sandbox-providers.ts';
import { KEYED_ENDPOINTS, ownKeyFacts } from '#app/contracts/endpoints/own-keys.ts';
import { dialectOf, PROVIDERS } from '#app/contracts/providers.ts';
import { schema } from '#app/core/platform/config-schema.ts';
import { PROVIDER_LIST, providerOf } from './list.ts';
import type { Provider } from './provider.ts';
import { adapterFor, embedderFor } from './registry.ts';

/** The outputs that the adapters of a provider get. */
const outputsOf = ({ chat, embed, media }: Partial<Provider> = {}) =>
  Object.entries({ text: chat, embedding: embed, image: media?.images, video: media?.videos }).flatMap(
    ([output, adapter]) => (adapter ? [output] : []),
  );

describe('the list of providers', () => {
  it('names each dialect once', () => {
    expect(new Set(PROVIDER_LIST.map(({ dialect }) => dialect)).size).toBe(PROVIDER_LIST.length);
  });

  it.each(DIALECT_OUTPUTS)('gets over %s what the table of dialects states', (dialect, outputs) => {
    expect(outputsOf(providerOf(dialect))).toEqual(outputs);
  });

  it('has options for each provider that answers in text', () => {
    expect(
      PROVIDER_LIST.filter(({ chat, options }) => (chat === undefined) !== (options === undefined)),
    ).toEqual([]);
  });

  it('names each chat adapter by its dialect', () => {
    expect(PROVIDER_LIST.filter(({ dialect, chat }) => chat && chat.id !== dialect)).toEqual([]);
  });

  it('has an adapter for every provider of the catalogue that is served, and for no other', () => {
    for (const { id, dialect } of [...PROVIDERS, ...SANDBOX_PROVIDERS]) {
      expect([id, adapterFor(id) !== null]).toEqual([id, isServed(dialect, ['text-to-text'])]);
      expect([id, embedderFor(id) !== null]).toEqual([id, isServed(dialect, ['text-to-embedding'])]);
    }
    expect(adapterFor('amazon-bedrock')).toBe(null);
    expect(adapterFor('toString')).toBe(null);
  });

  it('reads each form of own key, which browsers know by the endpoint', () => {
    const wrong = KEYED_ENDPOINTS.filter((endpoint) => {
      const { kind, providers } = ownKeyFacts(endpoint)!;
      return providers.some((id) => (providerOf(dialectOf(id))?.ownKey === undefined) !== (kind === 'text'));
    });
    expect(wrong).toEqual([]);
  });

  it('has the settings that endpoints name for own keys', () => {
    const named = KEYED_ENDPOINTS.flatMap((endpoint) => {
      const { setting, address } = ownKeyFacts(endpoint)!;
      return [setting, ...(address ? [address] : [])];
    });
    expect(named.filter((name) => !(name in schema.shape))).toEqual([]);
  });
});
