import { costOf } from '#app/contracts/cost.ts';
import { AppError } from '#app/contracts/errors.ts';
import { AUTO_MODEL } from '#app/contracts/models.ts';
import { formatMicro } from '#app/contracts/money.ts';
import { providerName } from '#app/contracts/providers.ts';
import { readListing } from '#app/core/catalogue/listing.ts';
import { explainRoute } from '#app/core/routing/router.ts';
import type { Route, RoutedOffer } from '#app/core/routing/route.ts';
import { countCall, weighCall } from '#app/core/tasks/chat/call-weight.ts';
import { groupDropped } from './group-dropped.ts';
import { sampleCall } from './sample-calls.server.ts';
import { SAMPLES, type AskedOffer, type SampleName, type SampleRoute } from './sample-route.ts';

const FRESH_MS = 60_000;

/** Language -> what was last worked out for it. */
const kept = new Map<string, { at: number; routes: Promise<SampleRoute[] | null> }>();

/**
 * What the router would do with the sample prompts: its own decision at prices and health of this moment, worked out
 * once a minute in each process.
 * @returns null where no model at all can be called
 */
export async function routeSamples(language: string): Promise<SampleRoute[] | null> {
  const now = Date.now();
  const before = kept.get(language);
  if (before && now - before.at < FRESH_MS) return before.routes;
  const mine = { at: now, routes: routeAll(language) };
  kept.set(language, mine);
  try {
    return await mine.routes;
  } catch (error) {
    if (kept.get(language) === mine) kept.delete(language);
    throw error;
  }
}

async function routeAll(language: string): Promise<SampleRoute[] | null> {
  try {
    return await Promise.all(SAMPLES.map((sample) => routeSample(sample, language)));
  } catch (error) {
    if (error instanceof AppError && error.code === 'no_provider') return null;
    throw error;
  }
}

async function routeSample(sample: SampleName, language: string): Promise<SampleRoute> {
  const at = new Date();
  const { body, attachedTokens } = sampleCall(sample, language);
  const needs = weighCall(body);
  const { outputTokens } = needs.sought;
  let counted = 0;
  const route = await explainRoute({
    models: [AUTO_MODEL],
    allowedModels: null,
    preferences: {},
    needs,
    count: async (tokenizer) => (counted = attachedTokens + (await countCall(body, tokenizer))),
    at,
  });
  const { byId } = await readListing();
  const nameOf = (id: string) => byId.get(id)?.name ?? id;
  return {
    sample,
    promptTokens: route.offers[0]?.promptTokens ?? counted,
    outputTokens,
    asked: route.offers.map((offer) => toAsked(offer, { route, nameOf, outputTokens, at })),
    dropped: groupDropped(route.dropped, nameOf),
  };
}

interface AskedFacts {
  route: Route;
  nameOf: (id: string) => string;
  outputTokens: number;
  at: Date;
}

function toAsked(offer: RoutedOffer, { route, nameOf, outputTokens, at }: AskedFacts): AskedOffer {
  const { id, model, provider, price, promptTokens } = offer;
  const usage = { promptTokens, cachedTokens: 0, completionTokens: outputTokens, reasoningTokens: 0 };
  return {
    id: model.id,
    name: nameOf(model.id),
    provider: providerName(provider),
    cost: formatMicro(costOf(usage, price, at).micro),
    isFailing: route.unhealthy.includes(id),
  };
}
