// The bill of the providers' doubles never exceeds the hold: every model of the seed with every feature of a
// call. BILL_ROUNDS for each feature, BILL_SEED to repeat a round.
import { describe, expect, it } from 'vitest';
import type { CompletionOptions, PromptMessage } from '#app/contracts/completion.ts';
import { costOf } from '#app/contracts/cost.ts';
import { chatRequest, OPTION_NAMES, type ChatRequest } from '#app/contracts/openai/chat-request.ts';
import { tokenMargin } from '#app/core/catalogue/tokens/count-tokens.ts';
import { tokenizerFamily } from '#app/core/catalogue/tokens/tokenizers.ts';
import { chooseRoute } from '#app/core/routing/route-choice.ts';
import { measureVideos } from '#app/core/tasks/chat/videos.ts';
import { spreadCall } from '#app/core/tasks/chat/max-prompt-tokens.ts';
import { estimateOffer } from '#app/core/tasks/chat/price.ts';
import { sentPrompt } from '#app/core/tasks/chat/token-count.ts';
import { countCall, weighCall } from '#app/core/tasks/chat/call-weight.ts';
import { firstStepOf, outputCapFor } from '#app/core/tasks/price.ts';
import { seedFrom, sizeFrom } from '#tests/setup/suite.ts';
import { createRandom, type Random } from '../../faults/random.ts';
import { billOf } from './bill.ts';
import { drawCall, FEATURES } from './features.ts';
import { SEED_ROUTES, type SeedRoute } from './offers.ts';

const ROUNDS = sizeFrom('BILL_ROUNDS', { default: 1, full: 2 });
const SEED = seedFrom('BILL_SEED');

const CHAT_ROUTES = SEED_ROUTES.filter(({ offer }) => offer.supports.some((way) => way.endsWith('-to-text')));

/** A generated call, with the facts that all offers need, computed once. */
async function weighed(body: ChatRequest) {
  const counts = new Map<string, number>();
  for (const counter of ['o200k', 'cl100k']) counts.set(counter, await countCall(body, counter));
  let spread: ReturnType<typeof spreadCall> | undefined;
  const needs = weighCall(body, await measureVideos(body.messages, null));
  return { body, counts, needs, spread: () => (spread ??= spreadCall(body)) };
}

type Call = Awaited<ReturnType<typeof weighed>>;

const optionsOf = (body: ChatRequest) =>
  Object.fromEntries(
    OPTION_NAMES.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])),
  ) as CompletionOptions;

/**
 * Calls an offer.
 * @returns the problem of the hold; null if there is none, undefined if the offer does not support the call
 */
function checkOffer(route: SeedRoute, call: Call, random: Random): string | null | undefined {
  const { body, needs } = call;
  const { tokenizer } = route.offer.model;
  const counted = needs.mediaTokens + call.counts.get(tokenizerFamily(tokenizer).counter)!;
  const weighedOffer = { ...route.offer, promptTokens: Math.ceil(counted * tokenMargin(tokenizer)) };
  const at = new Date(Date.UTC(2026, 10, 23 + random.whole(0, 6), random.whole(0, 23)));
  const { offers } = chooseRoute({
    groups: [{ isAuto: false, offers: [weighedOffer] }],
    preferences: {},
    needs,
    at,
    order: (all) => all,
    isUnhealthy: () => false,
    isPublic: () => true,
    addressOf: () => 'https://api.openai.com/v1',
  });
  const [offer] = offers;
  if (!offer) return undefined;
  const estimate = estimateOffer(offer, { ...call, at });
  const prompt = {
    messages: body.messages as PromptMessage[],
    options: optionsOf(body),
    cap: null,
    isFirst: false,
  };
  const { messages, options } = sentPrompt(prompt, offer);
  // If a maker's tokenizer is not available, it may be worse than any known one.
  const words = tokenizerFamily(tokenizer).isOwn ? 'o200k' : random.pick(['o200k', 'bytes'] as const);
  const usage = billOf(
    { ...route, offer },
    { messages, options, maxOutputTokens: estimate.wantedOutput },
    words,
  );
  if (!usage) return undefined;
  const answers = options.n ?? 1;
  const costOfAnswer = (tokens: number) => {
    const completionTokens = tokens * answers;
    const imageOutputTokens = random.whole(0, 1) * completionTokens;
    const known = offer.price.rules.some(({ rates }) => rates.imageOutput !== undefined);
    const spoken = { ...usage, completionTokens, ...(known && { imageOutputTokens }) };
    return costOf(spoken, offer.price, at).micro;
  };
  const held =
    estimate.minMicro + ((estimate.wantedMicro - estimate.minMicro) * BigInt(random.whole(0, 8))) / 8n;
  const step = firstStepOf([{ offer, estimate }], { delivery: 'stream', choices: answers });
  const bills: [string, bigint, bigint][] = [
    ['whole', costOfAnswer(usage.completionTokens / answers), estimate.wantedMicro],
    ['lowered', costOfAnswer(outputCapFor(estimate, held)), held],
    ...(step
      ? [['first step', costOfAnswer(step.outputTokens), step.micro] as [string, bigint, bigint]]
      : []),
  ];
  const wrong = bills.filter(([, bill, hold]) => bill > hold);
  return wrong.length === 0
    ? null
    : wrong
        .map(([name, bill, hold]) => `${offer.id}, ${words}: ${name} bills ${bill}, held ${hold}`)
        .join('\n');
}

describe(`what is held, BILL_SEED=${SEED}`, () => {
  const billed = new Map(CHAT_ROUTES.map(({ offer }) => [offer.id, 0]));

  it.each(Object.keys(FEATURES))(
    'covers the bill of every model of the seed for a call with %s',
    async (feature) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const random = createRandom(SEED + round * 1_000_003 + feature.length * 7 + feature.charCodeAt(0));
        const { body, features } = drawCall(random, feature);
        const call = await weighed(chatRequest.parse(body));
        const complaints = CHAT_ROUTES.flatMap((route) => {
          const wrong = checkOffer(route, call, random);
          if (wrong !== undefined) billed.set(route.offer.id, billed.get(route.offer.id)! + 1);
          return wrong ?? [];
        });
        expect(complaints, `${features.join(', ')}\n${JSON.stringify(body).slice(0, 3000)}`).toEqual([]);
      }
    },
    30_000 + ROUNDS * 5_000,
  );

  it('was called for each of them, and often', () => {
    // A text-only model is called least.
    const least = (Object.keys(FEATURES).length * ROUNDS) / 10;
    const seldom = [...billed].filter(([, calls]) => calls < least);
    expect(seldom).toEqual([]);
  });
});
