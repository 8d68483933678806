import { costOf } from '#app/contracts/cost.ts';
import { AppError } from '#app/contracts/errors.ts';
import { AUTO_MODEL } from '#app/contracts/models.ts';
import { formatMicro } from '#app/contracts/money.ts';
import { chatRequest, type ChatRequest } from '#app/contracts/openai/chat-request.ts';
import { providerName } from '#app/contracts/providers.ts';
import { readListing, type Listing } from '#app/core/catalogue/listing.ts';
import type { Route, RoutedOffer } from '#app/core/routing/route.ts';
import { explainRoute } from '#app/core/routing/router.ts';
import { countCall, weighCall } from '#app/core/tasks/chat/call-weight.ts';
import { translate } from '#app/ui/i18n/texts.server.ts';
import {
  groupDropped,
  type Question,
  type RoutedQuestion,
  type SampleName,
  type SampleOffer,
} from './sample-route.ts';

const FRESH_MS = 60_000;

/** Max output tokens of a reader's own question, as a chat would send it. */
const OWN_OUTPUT = 1000;

/** The latest decisions for the kinds of questions, by language and kind. */
const cache = new Map<string, { at: number; routed: Promise<RoutedQuestion | null> }>();

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
 * The router's decision for a question, at current prices and health; for a kind of question it is computed once
 * a minute in each process.
 * @returns null if no model can be called
 */
export async function routeQuestion(question: Question, language: string): Promise<RoutedQuestion | null> {
  const { sample, text } = question;
  if (sample === null) return routeCall(ownCall(text));
  const now = Date.now();
  const key = `${language} ${sample}`;
  const before = cache.get(key);
  if (before && now - before.at < FRESH_MS) return before.routed;
  const mine = { at: now, routed: routeCall(sampleCall(sample, language)) };
  cache.set(key, mine);
  try {
    return await mine.routed;
  } catch (error) {
    if (cache.get(key) === mine) cache.delete(key);
    throw error;
  }
}

async function routeCall(call: SampleCall): Promise<RoutedQuestion | null> {
  try {
    return await explainCall(call);
  } catch (error) {
    if (error instanceof AppError && error.code === 'no_provider') return null;
    throw error;
  }
}

async function explainCall({ body, attachedTokens }: SampleCall): Promise<RoutedQuestion> {
  const at = new Date();
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
  return {
    promptTokens: route.offers[0]?.promptTokens ?? counted,
    outputTokens,
    offers: route.offers.map((offer) => toSampleOffer(offer, { route, byId, outputTokens, at })),
    dropped: groupDropped(route.dropped, (id) => byId.get(id)?.name ?? id),
  };
}

interface OfferFacts {
  route: Route;
  byId: Listing['byId'];
  outputTokens: number;
  at: Date;
}

function toSampleOffer(offer: RoutedOffer, { route, byId, outputTokens, at }: OfferFacts): SampleOffer {
  const { id, model, provider, price, promptTokens } = offer;
  const usage = { promptTokens, cachedTokens: 0, completionTokens: outputTokens, reasoningTokens: 0 };
  return {
    id: model.id,
    name: byId.get(model.id)?.name ?? model.id,
    provider: providerName(provider),
    cost: formatMicro(costOf(usage, price, at).micro),
    isFailing: route.unhealthy.includes(id),
    canChat: byId.get(model.id)?.canChat ?? false,
  };
}

/** A sample in a language: its tokens are counted from the prompt that the page shows. */
export function sampleCall(name: SampleName, language: string): SampleCall {
  const t = translate(language, 'landing');
  const { attachedTokens, body } = SAMPLE_OPTIONS[name];
  const messages = [{ role: 'user', content: t(`routing.${name}.prompt`) }];
  return { attachedTokens, body: chatRequest.parse({ model: AUTO_MODEL, messages, ...body }) };
}

/** A reader's own question, as a chat would send it. */
function ownCall(text: string): SampleCall {
  const messages = [{ role: 'user', content: text }];
  return {
    attachedTokens: 0,
    body: chatRequest.parse({ model: AUTO_MODEL, messages, max_tokens: OWN_OUTPUT }),
  };
}
