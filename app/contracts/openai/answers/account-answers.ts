import { z } from 'zod';
import { CAP_NAMES } from '../../api-keys.ts';
import { tariff } from './price-answer.ts';

const micro = z.int().describe('Millionths of a dollar.');
const dollars = z.string().describe('Exact dollars.');

const AMOUNTS = {
  total_credits: 'All credits ever added.',
  total_usage: 'All credits ever spent. The balance is total_credits minus this.',
  held: 'What running requests have reserved.',
  available: 'The part of the balance that no running request has reserved.',
} as const;
type Amount = keyof typeof AMOUNTS;
const each = <Schema extends z.ZodType>(schema: Schema) =>
  Object.fromEntries(
    Object.entries(AMOUNTS).map(([name, words]) => [name, schema.describe(words)]),
  ) as Record<Amount, Schema>;

/** The answer of GET /api/v1/credits. */
export const creditsAnswer = z
  .object({
    object: z.literal('credits'),
    ...each(dollars),
    micro: z.object(each(micro)),
    data: z
      .object({ total_credits: z.number(), total_usage: z.number() })
      .describe('Dollars as numbers, for OpenRouter’s clients.'),
  })
  .meta({ title: 'Credits' });

export type CreditsAnswer = z.output<typeof creditsAnswer>;

const caps = (words: string) =>
  z
    .record(z.enum(CAP_NAMES), micro.nullable())
    .describe(`${words} In millionths of a dollar; null means no limit.`);

const numberOfDollars = z.number().min(0);

/**
 * A key in the format of OpenRouter's clients. Their free models, organizations and regions do not exist
 * here.
 */
const keyOfOpenRouter = z
  .object({
    label: z.string().describe('Masked.'),
    limit: numberOfDollars.nullable().describe('The limit that is reached first; null means no limit.'),
    limit_remaining: numberOfDollars.nullable(),
    limit_reset: z.enum(['daily', 'weekly', 'monthly']).nullable(),
    include_byok_in_limit: z.literal(false),
    usage: numberOfDollars,
    usage_daily: numberOfDollars,
    usage_weekly: numberOfDollars,
    usage_monthly: numberOfDollars,
    byok_usage: z.literal(0),
    byok_usage_daily: z.literal(0),
    byok_usage_weekly: z.literal(0),
    byok_usage_monthly: z.literal(0),
    is_free_tier: z.literal(false),
    is_management_key: z.literal(false),
    is_provisioning_key: z.literal(false),
    free_model_daily_requests: z.object({ limit: z.literal(0), remaining: z.literal(0), used: z.literal(0) }),
    rate_limit: z
      .object({ requests: z.literal(-1), interval: z.string(), note: z.string() })
      .describe('See the headers of each response.'),
    allowed_data_regions: z.array(z.string()),
    creator_user_id: z.null(),
    organization_id: z.null(),
    workspace_id: z.null(),
    expires_at: z.iso.datetime().nullable(),
  })
  .describe('Dollars as numbers, for OpenRouter’s clients.');

export type KeyOfOpenRouter = z.output<typeof keyOfOpenRouter>;

/** The answer of GET /api/v1/key. */
export const keyAnswer = z
  .object({
    object: z.literal('key'),
    id: z.string(),
    name: z.string(),
    value: z.string().describe('Masked.'),
    caps_micro: caps('Spending limits per day, week, and month (UTC), and in total.'),
    spent_micro: caps('What was spent.'),
    remaining_micro: caps('What is left.'),
    models: z
      .array(z.string())
      .readonly()
      .nullable()
      .describe('The models that you can use it for; null means all.'),
    expires_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
    data: keyOfOpenRouter,
  })
  .meta({ title: 'Key' });

export type KeyAnswer = z.output<typeof keyAnswer>;

const bounds = {
  least_micro: micro.describe('The prompt and the shortest reply, in millionths of a dollar.'),
  most_micro: micro.describe(
    'The prompt and the max output tokens, in millionths of a dollar: what a request reserves.',
  ),
  least: dollars,
  most: dollars,
};
const sizes = { input_tokens: z.int(), max_output_tokens: z.int() };

/** The answer of POST /api/v1/quote. */
export const quoteAnswer = z
  .object({
    object: z.literal('quote'),
    ...sizes,
    ...bounds,
    candidates: z
      .array(
        z.object({
          model: z.string(),
          provider: z.string(),
          offer_id: z.string(),
          ...sizes,
          ...bounds,
          parameters_left_out: z.array(z.string()),
          price: z.object({ id: z.string(), tariff }),
        }),
      )
      .describe('In the order in which they would be tried.'),
  })
  .meta({ title: 'Quote' });

export type QuoteAnswer = z.output<typeof quoteAnswer>;
