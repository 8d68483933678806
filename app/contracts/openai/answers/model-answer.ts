import { z } from 'zod';
import { confidence, tariff, wireRates } from './price-answer.ts';

const tokens = z.int().nullable().describe('null where tokens do not bound a call.');

const names = z.array(z.string());

/** The options of an image offer, under the names of the call's fields. */
const imageOptionsAnswer = z
  .object({
    size: names.describe('Of the usual ones; `auto` is always taken.'),
    aspect_ratio: names,
    resolution: names,
    quality: names,
    background: names,
    output_format: names,
    n: z.object({ max: z.int() }),
    images: z.object({ max: z.int().describe('0: it works on none.') }),
    others: names.describe('Further fields that it takes: `seed`, `mask`.'),
  })
  .describe('null for an offer that makes no pictures.');

/** The options of a video offer, under the names of the call's fields. */
const videoOptionsAnswer = z
  .object({
    seconds: z.array(z.int()).describe('Empty where nobody may choose.'),
    size: names.describe('Of the usual ones.'),
    aspect_ratio: names,
    resolution: names.describe('Those that have a price.'),
    sound: z.array(z.boolean()).describe('Both where one may choose.'),
    input_reference: z.array(z.enum(['image', 'video'])).describe('What it works on.'),
    others: names.describe('Further fields that it takes: `seed`, `negative_prompt`.'),
  })
  .describe('null for an offer that makes no videos.');

const providerAnswer = z.object({
  name: z.string(),
  context_length: tokens,
  max_completion_tokens: tokens,
  pricing: wireRates,
  tariff,
  price_valid_from: z.iso.datetime(),
  price_source: z.string(),
  price_confidence: confidence,
  image_options: imageOptionsAnswer.nullable(),
  video_options: videoOptionsAnswer.nullable(),
});
export type ProviderObject = z.output<typeof providerAnswer>;

/** A model in GET /api/v1/models: OpenAI's fields, then fields that clients know from other hubs. */
export const modelAnswer = z
  .object({
    id: z.string().describe('What `model` of a call takes.'),
    object: z.literal('model'),
    created: z
      .int()
      .describe('Seconds since 1970: its release, else the day on which its facts were read, else 0.'),
    owned_by: z.string(),
    name: z.string(),
    canonical_slug: z.string().describe('The same as `id`.'),
    description: z.string().optional(),
    context_length: tokens,
    max_completion_tokens: tokens,
    architecture: z.object({
      modality: z.string().describe('Such as `text+image->text`.'),
      input_modalities: z.array(z.string()),
      output_modalities: z.array(z.string()),
      tokenizer: z.string().optional().describe('Absent where it depends on the model that is chosen.'),
    }),
    pricing: wireRates.describe(
      'Of the cheapest offer at this moment, for an ordinary short call. `prompt` and `completion` are always there: `0` where tokens are not what is paid for, `-1` where the model that is chosen decides.',
    ),
    supported_parameters: z.array(z.string()),
    top_provider: z.object({
      name: z.string().optional().describe('Absent where no provider offers it just now.'),
      context_length: tokens,
      max_completion_tokens: tokens,
      is_moderated: z.literal(false).describe('Nothing is judged before the provider does.'),
    }),
    knowledge_cutoff: z.string().nullable(),
    shutdown_date: z
      .string()
      .nullable()
      .describe('The first day on which it does not answer any more, such as `2027-01-14`.'),
    per_request_limits: z.null(),
    default_parameters: z.null(),
    supported_voices: z.null(),
    links: z.object({ details: z.string().describe('The path of who can be asked for it.') }),
    notice: z.string().nullable().describe('What somebody who asked for this id should know, in words.'),
    providers: z.array(providerAnswer).describe('Who can be asked, the cheapest first.'),
  })
  .meta({ title: 'Model' });
export type ModelObject = z.output<typeof modelAnswer>;

/** The answer of GET /api/v1/models. */
export const modelListAnswer = z
  .object({
    object: z.literal('list'),
    data: z.array(modelAnswer),
    total_count: z.int(),
    links: z.object({ next: z.null().describe('All models are on this page.') }),
  })
  .meta({ title: 'ModelList' });

const endpointAnswer = z.object({
  name: z.string(),
  model_name: z.string(),
  provider_name: z.string(),
  tag: z.string().describe('What `provider.order`, `only` and `ignore` of a call take.'),
  context_length: tokens,
  max_completion_tokens: tokens,
  max_prompt_tokens: tokens,
  pricing: wireRates,
  quantization: z.null().describe('No provider tells us.'),
  supported_parameters: z.array(z.string()),
  status: z
    .union([z.literal(0), z.literal(-1)])
    .describe('0: is asked in its turn; -1: fails just now, or asked for a pause, and stands last.'),
  uptime_last_30m: z.null().describe('Calls are counted by the hour.'),
  uptime_last_1d: z
    .number()
    .nullable()
    .describe('Percent of the calls of the last 24 hours that it answered to the end; null without calls.'),
  latency_ms: z.number().nullable().describe('Moving average of live calls; null until measured.'),
  tokens_per_second: z.number().nullable().describe('Moving average of live calls; null until measured.'),
});
export type EndpointObject = z.output<typeof endpointAnswer>;

/**
 * The answer of GET /api/v1/models/{id}/endpoints: the providers of a model, in the shape that clients know
 * from OpenRouter.
 */
export const modelEndpointsAnswer = z
  .object({
    data: modelAnswer
      .pick({ id: true, name: true, created: true, description: true, architecture: true })
      .extend({ endpoints: z.array(endpointAnswer).describe('The cheapest first.') }),
  })
  .meta({ title: 'ModelEndpoints' });
export type ModelEndpoints = z.output<typeof modelEndpointsAnswer>;
