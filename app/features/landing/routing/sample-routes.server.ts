import { costOf } from '#app/contracts/cost.ts';
import { AppError } from '#app/contracts/errors.ts';
import { AUTO_MODEL } from '#app/contracts/models.ts';
import { formatMicro } from '#app/contracts/money.ts';
import { chatRequest, type ChatRequest } from '#app/contracts/openai/chat-request.ts';
import { providerName } from '#app/contracts/providers.ts';
import { readListing } from '#app/core/catalogue/listing.ts';
import type { Route, RoutedOffer } from '#app/core/routing/route.ts';
import { explainRoute } from '#app/core/routing/router.ts';
import { countCall, weighCall } from '#app/core/tasks/chat/call-weight.ts';
import { translate } from '#app/ui/i18n/texts.server.ts';
import {
  groupDropped,
  SAMPLES,
  type SampleOffer,
  type SampleName,
  type SampleRoute,
} from './sample-route.ts';

const FRESH_MS = 60_000;

/** The latest decisions, by language. */
const cache = new Map<string, { at: number; routes: Promise<SampleRoute[] | null> }>();

/** A typical call. */
interface SampleCall {
  body: ChatRequest;
  /** Tokens of content that comes with the prompt but is not included here. */
  attachedTokens: number;
}

const NOTHING = { type: 'object', properties: {} };

const named = (name: string) => ({ type: 'function', function: { name, parameters: NOTHING } });

/** The options of each sample besides its text. */
const SAMPLE_OPTIONS: Record<SampleName, { attachedTokens: number; body: object }> = {
  question: { attachedTokens: 0, body: { max_tokens: 200 } },
  tools: {
    attachedTokens: 0,
    body: {
      max_tokens: 1000,
      tools: [named('find_orders'), named('write_to_customer')],
      response_format: { type: 'json_object' },
    },
  },
  report: { attachedTokens: 150_000, body: { max_tokens: 2000 } },
};

/**
 * The router's decisions for the sample prompts, at current prices and health, computed once a minute in each
 * process.
 * @returns null if no model can be called
 */
export async function routeSamples(language: string): Promise<SampleRoute[] | null> {
  const now = Date.now();
  const before = cache.get(language);
  if (before && now - before.at < FRESH_MS) return before.routes;
  const mine = { at: now, routes: routeAll(language) };
  cache.set(language, mine);
  try {
    return await mine.routes;
  } catch (error) {
    if (cache.get(language) === mine) cache.delete(language);
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
  const { outputTokens } = needs.preferred;
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
    offers: route.offers.map((offer) => toSampleOffer(offer, { route, nameOf, outputTokens, at })),
    dropped: groupDropped(route.dropped, nameOf),
  };
}

interface OfferFacts {
  route: Route;
  nameOf: (id: string) => string;
  outputTokens: number;
  at: Date;
}

function toSampleOffer(offer: RoutedOffer, { route, nameOf, outputTokens, at }: OfferFacts): SampleOffer {
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

/** A sample in a language: its tokens are counted from the prompt that the page shows. */
export function sampleCall(name: SampleName, language: string): SampleCall {
  const t = translate(language, 'landing');
  const { attachedTokens, body } = SAMPLE_OPTIONS[name];
  const messages = [{ role: 'user', content: t(`routing.${name}.prompt`) }];
  return { attachedTokens, body: chatRequest.parse({ model: AUTO_MODEL, messages, ...body }) };
}
