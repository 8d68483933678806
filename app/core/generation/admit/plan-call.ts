import type { CompletionOptions } from '#app/contracts/completion.ts';
import { AppError } from '#app/contracts/errors.ts';
import { DEFAULT_MODEL } from '#app/contracts/models.ts';
import { ignoredInChat, OPTION_NAMES, type ChatRequest } from '#app/contracts/openai/chat-request.ts';
import type { TextSpread } from '#app/core/catalogue/most-tokens.ts';
import { routeCall } from '#app/core/routing/route-call.ts';
import type { ApiCall, ChatCall } from './api-call.ts';
import { estimateOffer } from '#app/core/generation/weigh/estimate-offer.ts';
import type { Plan } from './plan.ts';
import { embeddingRequestOf, priceEmbedding } from './plan-embedding.ts';
import { firstStepOf } from '#app/core/generation/weigh/hold-step.ts';
import { spreadCall } from '#app/core/generation/weigh/most-prompt-tokens.ts';
import {
  dearestEstimate,
  leavingOut,
  toCandidate,
  type PricedCall,
  type PricedCandidate,
} from '#app/core/generation/weigh/priced-candidate.ts';
import { recordRouting } from '#app/core/generation/record/routing-record.ts';
import { capOf, countCall, weighCall } from '#app/core/generation/weigh/weigh-call.ts';

/** Routes and prices a call. @throws AppError for everything that cannot be asked */
export async function priceCall(
  {
    body,
    key,
    defaultModel,
    userId,
    signal,
  }: Pick<ChatCall, 'body' | 'key' | 'defaultModel' | 'userId' | 'signal'>,
  at: Date,
): Promise<PricedCall> {
  const needs = weighCall(body);
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
  // Only for models whose tokenizer is not at hand, and once.
  let known: TextSpread | undefined;
  const spread = () => (known ??= spreadCall(body));
  const candidates = route.offers.map((offer) => ({
    offer: leavingOut(offer, ignored),
    estimate: estimateOffer(offer, { body, needs, spread, at }),
  }));
  return { candidates, routing: recordRouting(models, route) };
}

/** Checks, routes and prices a call. @throws AppError for everything that cannot be asked */
export async function planCall(call: ApiCall, at = new Date()): Promise<Plan> {
  if (call.task === 'embed') {
    const request = embeddingRequestOf(call.body);
    return planOf(call, await priceEmbedding(call, at), { request, delivery: 'whole', choices: 1 });
  }
  const { body } = call;
  const request = { messages: body.messages, options: optionsOf(body), cap: capOf(body) };
  const delivery = body.stream ? 'stream' : 'whole';
  return planOf(call, await priceCall(call, at), { request, delivery, choices: body.n ?? 1 });
}

/** @param request what the worker needs of the call's body */
function planOf(
  call: ApiCall,
  { candidates: priced, routing }: PricedCall,
  { request, delivery, choices }: { request: object; delivery: 'stream' | 'whole'; choices: number },
): Plan {
  const estimate = dearestEstimate(priced);
  const [{ offer: first }] = priced as [PricedCandidate];
  return {
    append: null,
    key: call.key,
    estimate,
    firstStep: firstStepOf(priced, { delivery, choices }),
    generation: {
      id: call.generationId,
      kind: 'api',
      userId: call.userId,
      accountId: null,
      applicationId: call.key.applicationId,
      apiKeyId: call.key.id,
      requestId: call.requestId,
      requestHash: call.requestHash,
      conversationId: null,
      promptMessageId: null,
      oldestMessageId: null,
      replyMessageId: null,
      endpoint: 'api',
      provider: first.provider,
      model: first.modelId,
      upstreamModel: first.upstreamModel,
      parameters: {},
      priceId: first.price.id,
      heldMicro: 0n,
      maxOutputTokens: estimate.wantedOutput,
      capLowered: false,
      estimatedPromptTokens: estimate.promptTokens,
      omittedMessages: 0,
      prefixText: null,
      route: priced.map(toCandidate),
      routing,
      delivery,
      request: JSON.stringify(request),
    },
  };
}

/** The ids of the models that a call wants; where it names none, or `default`, the account's own choice. */
function modelsOf({ model, models = [] }: ChatRequest, defaultModel: string | null): string[] {
  const named = [...(model ? [model] : []), ...models];
  const wanted = named.length > 0 ? named : [DEFAULT_MODEL];
  return [...new Set(wanted.map((id) => (id === DEFAULT_MODEL ? (defaultModel ?? noDefault()) : id)))];
}

/** Where a call names a model: in the list, unless it is the one that is wanted first. */
function fieldOf(id: string, { model, models = [] }: ChatRequest): string {
  const place = model === id ? -1 : models.indexOf(id);
  return place < 0 ? 'model' : `models[${place}]`;
}

function noDefault(): never {
  const message = 'model is required: the account has no default model.';
  throw new AppError('invalid_request', { param: 'model', message });
}

function optionsOf(body: ChatRequest): CompletionOptions {
  const given = OPTION_NAMES.filter((name) => body[name] !== undefined).map((name) => [name, body[name]]);
  return Object.fromEntries(given) as CompletionOptions;
}
