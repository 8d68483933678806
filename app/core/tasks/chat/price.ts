import { AppError } from '#app/contracts/errors.ts';
import { DEFAULT_MODEL } from '#app/contracts/models.ts';
import { ignoredInChat, type ChatRequest } from '#app/contracts/openai/chat-request.ts';
import type { TextSpread } from '#app/core/catalogue/tokens/max-tokens.ts';
import { recordRouting } from '#app/core/generation/record/candidate.ts';
import type { RoutedOffer } from '#app/core/routing/route.ts';
import { routeCall } from '#app/core/routing/router.ts';
import type { Ask, ChatAsk } from '#app/core/targets/ask.ts';
import {
  DEFAULT_OUTPUT_CAP,
  estimateCost,
  leavingOut,
  roomAt,
  type Estimate,
  type PricedAsk,
} from '#app/core/tasks/price.ts';
import { capOf, countCall, optionsOf, weighCall, type CallWeight } from './call-weight.ts';
import { maxPromptTokens, spreadCall } from './max-prompt-tokens.ts';
import { measureVideos } from './videos.ts';

/** Routes and prices a request for text. @throws AppError for one that no offer can answer */
export async function priceChat(ask: Ask, at: Date): Promise<PricedAsk> {
  const { body, key, defaultModel, userId, signal } = ask as ChatAsk;
  const needs = weighCall(body, await measureVideos(body.messages, { account: userId, signal }));
  const models = modelsOf(body, defaultModel);
  const route = await routeCall({
    models,
    allowedModels: key.models,
    fieldOf: (id) => fieldOf(id, body),
    preferences: body.provider ?? {},
    needs,
    count: async (tokenizer, atMost) =>
      needs.mediaTokens + (await countCall(body, tokenizer, { owner: userId, signal, atMost })),
    at,
  });
  const ignored = ignoredInChat(body);
  // Computed only for models whose tokenizer we do not have, and once.
  let known: TextSpread | undefined;
  const spread = () => (known ??= spreadCall(body));
  const candidates = route.offers.map((offer) => ({
    offer: leavingOut(offer, ignored),
    estimate: estimateOffer(offer, { body, needs, spread, at }),
  }));
  return {
    candidates,
    routing: recordRouting(models, route),
    request: {
      messages: body.messages,
      options: optionsOf(body),
      cap: capOf(body),
      ...(body.provider?.resume === false && { resume: false }),
    },
    delivery: body.stream ? 'stream' : 'whole',
    choices: body.n ?? 1,
  };
}

/** The model ids that a call wants; the account's default model if it names none, or `default`. */
export function modelsOf({ model, models = [] }: ChatRequest, defaultModel: string | null): string[] {
  const named = [...(model ? [model] : []), ...models];
  const wanted = named.length > 0 ? named : [DEFAULT_MODEL];
  return [...new Set(wanted.map((id) => (id === DEFAULT_MODEL ? (defaultModel ?? noDefault()) : id)))];
}

/** The field of a call that names a model: in the list, unless it is the first choice. */
export function fieldOf(id: string, { model, models = [] }: ChatRequest): string {
  const place = model === id ? -1 : models.indexOf(id);
  return place < 0 ? 'model' : `models[${place}]`;
}

function noDefault(): never {
  const message = 'model is required: the account has no default model.';
  throw new AppError('invalid_request', { param: 'model', message });
}

/**
 * The cost that a call of the public API may have with an offer.
 * @param spread of all text that is sent; called only for a tokenizer that we do not have
 * @throws AppError price_unknown
 */
export function estimateOffer(
  offer: RoutedOffer,
  { body, needs, spread, at }: { body: ChatRequest; needs: CallWeight; spread: () => TextSpread; at: Date },
): Estimate {
  const { promptTokens, price } = offer;
  const cap = capOf(body);
  return estimateCost(price, {
    promptTokens,
    maxPromptTokens: maxPromptTokens(offer, { body, needs, spread }),
    cap,
    room: roomAt(offer, { wanted: cap ?? DEFAULT_OUTPUT_CAP, promptTokens }),
    at,
    choices: body.n ?? 1,
    classes: needs.classes,
  });
}
