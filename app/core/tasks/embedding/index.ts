import pLimit from 'p-limit';
import { inputsOf } from '#app/contracts/embedding.ts';
import { readRequest } from '#app/core/generation/record/request-file.ts';
import { embedderFor } from '#app/core/providers/registry.ts';
import { credentialsOf, notSetUp } from '#app/core/tasks/credentials.ts';
import type { Task } from '../task.ts';
import { countInputs, priceEmbedding, type Order } from './price.ts';

/**
 * Limits large answers to two at a time: an answer of many vectors takes a hundred megabytes from its first
 * byte until its readers have it. The others wait before they call their provider.
 */
const withLargeAnswer = pLimit(2);
/** A hundred vectors are a few megabytes at most. */
const LARGE_INPUTS = 100;

/** Vectors for texts. Only the input is paid for. */
export const embedding: Task<Order> = {
  name: 'embedding',
  queue: 'embedding',
  limits: ({ WORKER_CONCURRENCY, RUN_STALL_MS, RUN_DEADLINE_MS }) => ({
    concurrency: WORKER_CONCURRENCY,
    stallMs: RUN_STALL_MS,
    deadlineMs: RUN_DEADLINE_MS,
  }),

  price: priceEmbedding,

  async load(_tx, generation) {
    return JSON.parse(await readRequest(generation)) as Order;
  },

  execute({ embed }, { provider, upstreamModel: model }, { signal, onSent, onAccepted }) {
    const credentials = credentialsOf(provider);
    const embedder = embedderFor(provider) ?? notSetUp(provider);
    return embedder.stream({ model, ...embed }, { signal, credentials, onSent, onAccepted });
  },

  async countSent({ embed }, _candidate, tokenizer) {
    return { promptTokens: (await countInputs(embed.input, tokenizer)).total };
  },

  emptyReason: () => null,

  inTurn: ({ embed }, work) => (inputsOf(embed.input).length > LARGE_INPUTS ? withLargeAnswer(work) : work()),
};
