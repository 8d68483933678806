import { z } from 'zod';
import { CHARGE_REASONS, GENERATION_STATES } from '../../generation.ts';
import { confidence, tariff } from './price-answer.ts';

const count = z.int().min(0);
const micro = z.int().describe('Millionths of a dollar.');
const time = z.iso.datetime();

const usage = z
  .object({
    prompt_tokens: count,
    cached_tokens: count,
    cache_write_tokens: count,
    cache_write_1h_tokens: count,
    image_tokens: count,
    cached_image_tokens: count,
    audio_tokens: count,
    completion_tokens: count,
    reasoning_tokens: count,
    image_output_tokens: count,
    images: count.describe('Pictures that were delivered.'),
    input_images: count,
    seconds: z.number().describe('Of video.'),
  })
  .describe('Parts of the prompt do not overlap; reasoning and pictures are part of the completion.');

const cost = z
  .object({
    lines: z.array(
      z.object({
        class: z.string(),
        count,
        rate: z.string().describe('Dollars for one.'),
        rate_pico: z.string().describe('10^-12 dollars for one.'),
        pico: z.string(),
        rule: z.int().describe('Place in price.tariff of the rule that the rate comes from.'),
        price_id: z
          .string()
          .nullable()
          .describe(
            'Whose tariff that is where it is not `price`: of an offer that went on with the answer.',
          ),
      }),
    ),
    pico: z.string().describe('The sum of the lines, in 10^-12 dollars.'),
    rounding: z.string(),
    micro,
  })
  .describe('Each line is count x rate; the lines add up to pico, and micro is that sum rounded once.');

const routing = z
  .object({
    models_asked: z.array(z.string()),
    candidates: z.array(
      z.object({
        offer_id: z.string().nullable(),
        model: z.string(),
        provider: z.string(),
        unhealthy: z.boolean(),
        parameters_left_out: z.array(z.string()),
        chosen: z.boolean(),
      }),
    ),
    dropped: z.array(
      z.object({
        model: z.string(),
        provider: z.string().nullable(),
        reason: z.string(),
        detail: z.string().nullable(),
      }),
    ),
    dropped_more: count,
  })
  .describe('Who was to be asked, in that order, and who was not and why.');

const attempt = z.object({
  offer_id: z.string().nullable(),
  provider: z.string(),
  model: z.string(),
  ms: z.number(),
  answered: z.boolean(),
  error_code: z
    .string()
    .nullable()
    .describe('Of one that has answered: why it broke off, and another went on.'),
  status: z.int().nullable(),
  resumed: z.boolean().describe('It was asked to go on with an answer that another had broken off.'),
  completion_tokens: count.nullable().describe('Of one that went on: what it said, as it was charged.'),
});

/**
 * The answer of GET /api/v1/generation: what a call was, who answered it, its cost and the reason. It
 * contains neither prompt nor output.
 */
export const receiptAnswer = z
  .object({
    object: z.literal('generation'),
    id: z.string(),
    kind: z.enum(['api', 'chat', 'playground']),
    request_id: z.string().nullable(),
    state: z.enum(GENERATION_STATES),
    model_asked: z.string(),
    model: z.string(),
    provider: z.string(),
    upstream_model: z.string(),
    offer_id: z.string().nullable(),
    api_key: z.object({ id: z.string(), name: z.string(), value: z.string() }).nullable(),
    streamed: z.boolean(),
    repeatable_until: time
      .nullable()
      .describe(
        'Until when the same call with its Idempotency-Key gets this answer again, for nothing; null where it is not kept.',
      ),
    finish_reason: z.string().nullable(),
    error: z.object({ code: z.string(), message: z.string().nullable() }).nullable(),
    created_at: time,
    started_at: time.nullable(),
    first_token_at: time.nullable(),
    finished_at: time.nullable(),
    latency_ms: z.int().nullable().describe('From the call to the first word.'),
    duration_ms: z.int().nullable().describe('From the call to the end.'),
    usage: usage.nullable(),
    usage_source: z.enum(['provider', 'counted', 'both']).nullable(),
    counted_completion_tokens: count.nullable().describe('The answer by our own count.'),
    charge_reason: z
      .enum(CHARGE_REASONS)
      .nullable()
      .describe('Why it was charged, or why it was not; null until it has ended.'),
    price: z
      .object({
        id: z.string(),
        valid_from: time,
        valid_until: time.nullable(),
        source: z.string(),
        confidence,
        tariff,
      })
      .nullable()
      .describe('The dated price in force when the call was admitted.'),
    cost: cost.nullable(),
    held_micro: micro,
    cost_micro: micro.nullable(),
    charged_micro: micro.nullable().describe('In millionths of a dollar, never more than was held.'),
    waived_micro: micro.nullable().describe('What it cost beyond its hold; the operator bears it.'),
    charged: z.string().nullable().describe('Exact dollars.'),
    max_output_tokens: z.int(),
    cap_lowered: z.boolean().describe('True when the money on hand lowered the longest answer.'),
    estimated_prompt_tokens: z.int(),
    parameters_left_out: z.array(z.string()),
    routing: routing.nullable(),
    attempts: z.array(attempt),
  })
  .meta({ title: 'Generation' });

export type ReceiptObject = z.output<typeof receiptAnswer>;
