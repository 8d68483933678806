// As holds.test.ts, for requests other than calls of the public API: sends of the chat, and vectors.
import { countTokens as countCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { describe, expect, it } from 'vitest';
import type { PromptMessage } from '#app/contracts/completion.ts';
import { costOf } from '#app/contracts/cost.ts';
import type { ChatSend } from '#app/contracts/send.ts';
import { tokenMargin } from '#app/core/catalogue/tokens/count-tokens.ts';
import { tokenizerFamily } from '#app/core/catalogue/tokens/tokenizers.ts';
import { weighSend } from '#app/core/tasks/chat/send-weight.ts';
import { countInputs, estimateInputs, spreadInputs } from '#app/core/tasks/embedding/price.ts';
import { firstStepOf } from '#app/core/tasks/price.ts';
import { seedFrom, sizeFrom } from '#tests/setup/suite.ts';
import { TOKENIZERS } from '#app/sandbox/providers/tokens.ts';
import { createRandom, type Random } from '../../faults/random.ts';
import { billOf } from './bill.ts';
import { SEED_ROUTES, type SeedRoute } from './offers.ts';
import { SCRIPTS, textOf } from './texts.ts';

const ROUNDS = sizeFrom('BILL_ROUNDS', { default: 1, full: 2 });
const SEED = seedFrom('BILL_SEED');
const AT = new Date('2026-11-23T12:00:00Z');

const tokenizerOf = ({ offer: { model } }: SeedRoute, random: Random) =>
  tokenizerFamily(model.tokenizer).isOwn ? 'o200k' : random.pick(['o200k', 'bytes'] as const);

/** A send of the chat, a regeneration or a continuation: one message, and its context. */
async function checkSend(route: SeedRoute, random: Random, mode: ChatSend['mode']): Promise<string[]> {
  const { offer } = route;
  const maxOutputTokens = random.pick([undefined, 1, 3_000]);
  const [prefix, text, soFar] = [20, 200, 100].map((most) => `a${textOf(random, most)}`) as [
    string,
    string,
    string,
  ];
  const turns: PromptMessage[] = [
    ...(random.whole(0, 1) === 0 ? [{ role: 'system' as const, content: prefix }] : []),
    { role: 'user', content: text },
    ...(mode === 'continue' ? [{ role: 'assistant' as const, content: soFar }] : []),
  ];
  const send = {
    userId: 'somebody',
    endpoint: offer.model.endpoint ?? 'openAI',
    parameters: maxOutputTokens === undefined ? {} : { maxOutputTokens },
  } as ChatSend;
  const own = turns.map(({ content }) => content as string);
  const place = { conversationId: null, fromId: null, isAnswered: true, own, at: AT };
  const { priced } = await weighSend(send, [offer], place);
  const [{ estimate }] = priced as [(typeof priced)[0]];
  const words = tokenizerOf(route, random);
  const usage = billOf(
    route,
    { messages: turns, options: {}, maxOutputTokens: estimate.wantedOutput },
    words,
  );
  if (!usage) return [`${offer.id}: refuses a ${mode}`];
  const step = firstStepOf(priced, { delivery: 'stream', choices: 1 });
  const bills: [bigint, bigint][] = [
    [costOf(usage, offer.price, AT).micro, estimate.wantedMicro],
    ...(step
      ? [
          [costOf({ ...usage, completionTokens: step.outputTokens }, offer.price, AT).micro, step.micro] as [
            bigint,
            bigint,
          ],
        ]
      : []),
  ];
  return bills.flatMap(([bill, hold]) =>
    bill > hold
      ? [`${offer.id}, ${words}: a ${mode} bills ${bill}, held ${hold}: ${JSON.stringify(own)}`.slice(0, 400)]
      : [],
  );
}

async function checkInputs(route: SeedRoute, random: Random): Promise<string[]> {
  const { tokenizer } = route.offer.model;
  const isOfOne = random.whole(0, 1) === 0;
  const script = random.pick(SCRIPTS);
  const input = Array.from({ length: random.pick([1, 7, 200]) }, () =>
    isOfOne ? script : textOf(random, random.pick([1, 30])),
  );
  const { total } = await countInputs(input, tokenizer);
  const offer = { ...route.offer, promptTokens: Math.ceil(total * tokenMargin(tokenizer)) };
  const estimate = estimateInputs(offer, { input, spread: spreadInputs(input), at: AT });
  const { isOwn = false, counter } = tokenizerFamily(tokenizer);
  const count = counter === 'cl100k' ? countCl100k : TOKENIZERS[tokenizerOf(route, random)].count;
  // A special token before each and one after it, as embedding models were trained.
  const promptTokens = input.reduce((sum, text) => sum + count(text) + (isOwn ? 0 : 2), 0);
  const usage = { promptTokens, cachedTokens: 0, completionTokens: 0, reasoningTokens: 0 };
  const bill = costOf(usage, offer.price, AT).micro;
  return bill > estimate.wantedMicro
    ? [`${offer.id} bills ${bill}, held ${estimate.wantedMicro}: ${input[0]}`]
    : [];
}

describe(`what is held, BILL_SEED=${SEED}`, () => {
  const vectors = SEED_ROUTES.filter(({ dialect }) => dialect === 'openai-embeddings');
  const chats = SEED_ROUTES.filter(({ offer }) => offer.supports.some((way) => way.endsWith('-to-text')));

  it.each(['send', 'regenerate', 'continue'] as const)(
    'covers the bill of a %s with every model',
    async (mode) => {
      const random = createRandom(SEED + mode.length);
      const wrong: string[] = [];
      for (let round = 0; round < ROUNDS; round += 1)
        for (const route of chats) wrong.push(...(await checkSend(route, random, mode)));
      expect(wrong).toEqual([]);
    },
    30_000 + ROUNDS * 5_000,
  );

  it(
    'covers the bill of vectors with every model',
    async () => {
      const random = createRandom(SEED);
      const wrong: string[] = [];
      for (let round = 0; round < 5 * ROUNDS; round += 1)
        for (const route of vectors) wrong.push(...(await checkInputs(route, random)));
      expect(vectors.length).toBeGreaterThan(2);
      expect(wrong).toEqual([]);
    },
    30_000 + ROUNDS * 5_000,
  );
});
