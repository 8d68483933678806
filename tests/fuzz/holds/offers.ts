import type { CatalogueEntry } from '#app/core/catalogue/entry.ts';
import { PROVIDERS, dialectOf } from '#app/contracts/providers.ts';
import { SANDBOX_PROVIDERS } from '#app/contracts/catalogue/sandbox-providers.ts';
import { isServed, sendable, type Dialect } from '#app/contracts/catalogue/dialects.ts';
import type { RoutedOffer } from '#app/core/routing/route.ts';
import { SEED_MODELS } from '#db/seed/data/models.ts';
import { rulesOf } from '#db/seed/seed-model.ts';

/** An offer of the seed that can be called, at one of its prices; its prompt is not counted yet. */
export interface SeedRoute {
  offer: RoutedOffer;
  dialect: Dialect;
  /** The address of its provider. */
  url: URL;
}

/** Every offer of every model of the seed that an adapter serves, at each of its prices. */
export const SEED_ROUTES: readonly SeedRoute[] = SEED_MODELS.flatMap((model) =>
  model.offers.flatMap((offer) => {
    const dialect = (offer.dialect ?? dialectOf(offer.provider)) as Dialect;
    if (!isServed(dialect, model.supports)) return [];
    const supports = sendable(dialect, offer.supports ?? model.supports);
    return offer.prices.map((price): SeedRoute => {
      const id = `${model.id} at ${offer.provider} from ${price.from ?? 'the first day'}`;
      const routed = {
        id,
        modelId: model.id,
        provider: offer.provider,
        upstreamModel: offer.upstream ?? model.id.slice(model.id.indexOf('/') + 1),
        dialect: offer.dialect ?? null,
        contextTokens: offer.contextTokens ?? model.contextTokens,
        maxOutputTokens: offer.maxOutputTokens ?? model.maxOutputTokens,
        supports,
        parameters: model.parameters ?? {},
        price: { id, rules: rulesOf(price) },
        model: { ...model, parameters: model.parameters ?? {} } as unknown as CatalogueEntry,
        promptTokens: 0,
        leftOut: [],
      };
      return { offer: routed as unknown as RoutedOffer, dialect, url: urlOf(offer.provider) };
    });
  }),
);

function urlOf(provider: string): URL {
  const { baseUrl } = [...PROVIDERS, ...SANDBOX_PROVIDERS.map((one) => ({ ...one, baseUrl: null }))].find(
    ({ id }) => id === provider,
  )!;
  return new URL(
    baseUrl ?? (provider === 'azure' ? 'https://x.openai.azure.com/openai/v1' : 'http://127.0.0.1'),
  );
}
