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
    images: count.describe('Images that were delivered.'),
    input_images: count,
    seconds: z.number().describe('Seconds of video.'),
  })
  .describe('Parts of the prompt do not overlap; reasoning and images are part of the completion.');

const cost = z
  .object({
    lines: z.array(
      z.object({
        class: z.string(),
        count,
        rate: z.string().describe('Dollars per unit.'),
        rate_pico: z.string().describe('10^-12 dollars per unit.'),
        pico: z.string(),
        rule: z.int().describe('Position in price.tariff of the rule that the rate comes from.'),
        price_id: z
          .string()
          .nullable()
          .describe(
            'The price with that tariff, if it is not `price`: that of an offer that continued the response.',
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
  .describe('Which offers were to be tried, in that order, and which were not and why.');

const attempt = z.object({
  offer_id: z.string().nullable(),
  provider: z.string(),
  model: z.string(),
  ms: z.number(),
  answered: z.boolean(),
  error_code: z
    .string()
    .nullable()
    .describe('If this attempt answered: why it broke off and another one continued.'),
  status: z.int().nullable(),
  resumed: z.boolean().describe('It was asked to continue a response that another attempt had broken off.'),
  completion_tokens: count
    .nullable()
    .describe('If this attempt continued the response: its output, as charged.'),
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
        'Until when a retry with the same Idempotency-Key returns this response at no charge; null if it is not stored.',
      ),
    finish_reason: z.string().nullable(),
    error: z.object({ code: z.string(), message: z.string().nullable() }).nullable(),
    created_at: time,
    started_at: time.nullable(),
    first_token_at: time.nullable(),
    finished_at: time.nullable(),
    latency_ms: z.int().nullable().describe('From the request to the first word.'),
    duration_ms: z.int().nullable().describe('From the request to the end.'),
    usage: usage.nullable(),
    usage_source: z.enum(['provider', 'counted', 'both']).nullable(),
    counted_completion_tokens: count.nullable().describe('The output by our own count.'),
    charge_reason: z
      .enum(CHARGE_REASONS)
      .nullable()
      .describe('Why it was charged or not; null until it has ended.'),
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
      .describe('The dated price that applied when the request was accepted.'),
    cost: cost.nullable(),
    held_micro: micro,
    cost_micro: micro.nullable(),
    charged_micro: micro.nullable().describe('In millionths of a dollar; never more than was reserved.'),
    waived_micro: micro.nullable().describe('What it cost beyond the reserved amount; you don’t pay it.'),
    charged: z.string().nullable().describe('Exact dollars.'),
    max_output_tokens: z.int(),
    cap_lowered: z.boolean().describe('True if the available balance lowered the max output tokens.'),
    estimated_prompt_tokens: z.int(),
    parameters_left_out: z.array(z.string()),
    routing: routing.nullable(),
    attempts: z.array(attempt),
  })
  .meta({ title: 'Generation' });

export type ReceiptObject = z.output<typeof receiptAnswer>;
