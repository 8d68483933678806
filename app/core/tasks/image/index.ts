import type { ImageRequestRecord } from '#app/contracts/media/image.ts';
import { countTokens } from '#app/core/catalogue/tokens/count-tokens.ts';
import { readRequest } from '#app/core/generation/record/request-file.ts';
import { ProviderError } from '#app/core/providers/contract.ts';
import type { ImageCall } from '#app/core/targets/call/api-call.ts';
import { credentialsOf } from '../credentials-of.ts';
import type { ProviderJob } from '../provider-job.ts';
import type { Input, Task } from '../task.ts';
import { loadInputs } from './load-inputs.ts';
import { ANSWERED, dialectFor, isAnswering, makerOf, orderImage, toEvents } from './order-image.ts';
import { planImage } from './price-image.ts';
import { toRequest } from './to-request.ts';
import { usageOf } from './usage-of.ts';

/** Bytes of a picture that a model has made. */
const MOST_BYTES = 48 * 1024 * 1024;
/** Milliseconds after which an order is given up. */
const DEADLINE_MS = 30 * 60_000;

interface Order extends Input {
  /** Read when it is needed: a look at a job needs none of it. */
  read(): Promise<ImageRequestRecord>;
}

const job: ProviderJob<Order> = {
  async order({ read }, candidate, context) {
    const record = await read();
    const inputs = await loadInputs(record, context.generation.userId);
    return orderImage(toRequest(record, candidate.upstreamModel, inputs), candidate, context);
  },

  /** An answer with a status that says no has made nothing, where the answer would have been the pictures. */
  hasRefused({ status }, candidate) {
    if (status === null) return false;
    return isAnswering(candidate) ? status >= 400 : status >= 400 && status < 500;
  },

  async find({ read }, candidate, { key, signal, generation }) {
    const maker = makerOf(candidate);
    if (!('jobs' in maker)) return null;
    const record = await read();
    const inputs = await loadInputs(record, generation.userId);
    const credentials = credentialsOf(candidate.provider);
    const request = toRequest(record, candidate.upstreamModel, inputs);
    return maker.jobs.find(request, { signal, credentials, key, webhookUrl: null });
  },

  async look(jobId, candidate, { signal }) {
    const maker = makerOf(candidate);
    if (jobId === ANSWERED || !('jobs' in maker))
      throw new ProviderError('provider_cut', 'the answer to the order was lost');
    const { upstreamModel: model, provider } = candidate;
    const look = await maker.jobs.look(jobId, { signal, credentials: credentialsOf(provider), model });
    return look.state === 'ended' ? { state: 'ended', events: toEvents(look.events) } : look;
  },

  async cancel(jobId, candidate, { signal }) {
    const maker = makerOf(candidate);
    if (!('jobs' in maker)) return false;
    const { upstreamModel: model, provider } = candidate;
    return maker.jobs.cancel(jobId, { signal, credentials: credentialsOf(provider), model });
  },
};

/** Pictures, from words or from other pictures. */
export const image: Task<Order> = {
  name: 'image',
  queue: 'image',
  limits: ({ WORKER_CONCURRENCY, RUN_STALL_MS }) => ({
    concurrency: WORKER_CONCURRENCY,
    stallMs: RUN_STALL_MS,
    deadlineMs: DEADLINE_MS,
  }),
  pieces: { kind: 'image', maxBytes: MOST_BYTES },

  planCall: (call, at) => planImage(call as ImageCall, at),

  async load(_tx, generation) {
    let record: Promise<ImageRequestRecord> | undefined;
    return {
      read: () =>
        (record ??= readRequest(generation).then((request) => JSON.parse(request) as ImageRequestRecord)),
    };
  },

  async countSent({ read }, _candidate, tokenizer) {
    return { promptTokens: await countTokens((await read()).order.prompt, tokenizer) };
  },

  emptyReason: () => null,
  job,

  async usageOf({ read }, candidate, made) {
    const record = await read();
    return usageOf(record, made, {
      dialect: candidate && dialectFor(candidate),
      countPrompt: () => countTokens(record.order.prompt, 'o200k'),
    });
  },
};
