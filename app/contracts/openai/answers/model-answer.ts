import { z } from 'zod';
import { confidence, tariff, wireRates } from './price-answer.ts';

const tokens = z.int().nullable().describe('null if tokens do not limit a request.');

const names = z.array(z.string());

/** The options of an image offer, under the names of the call's fields. */
const imageOptionsAnswer = z
  .object({
    size: names.describe('The common sizes that it accepts; `auto` is always accepted.'),
    aspect_ratio: names,
    resolution: names,
    quality: names,
    background: names,
    output_format: names,
    n: z.object({ max: z.int() }),
    images: z.object({ max: z.int().describe('0: it takes no images as input.') }),
    others: names.describe('Other fields that it accepts: `seed`, `mask`.'),
  })
  .describe('null for an offer that creates no images.');

/** The options of a video offer, under the names of the call's fields. */
const videoOptionsAnswer = z
  .object({
    seconds: z.array(z.int()).describe('Empty if you can’t choose.'),
    size: names.describe('The common sizes that it accepts.'),
    aspect_ratio: names,
    resolution: names.describe('Resolutions that have a price.'),
    sound: z.array(z.boolean()).describe('Both values if you can choose.'),
    input_reference: z.array(z.enum(['image', 'video'])).describe('What it takes as input.'),
    others: names.describe('Other fields that it accepts: `seed`, `negative_prompt`.'),
  })
  .describe('null for an offer that creates no videos.');

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
    id: z.string().describe('The value for `model` in a request.'),
    object: z.literal('model'),
    created: z
      .int()
      .describe('Unix time in seconds: its release date, else the day its data was read, else 0.'),
    owned_by: z.string(),
    name: z.string(),
    canonical_slug: z.string().describe('The same as `id`.'),
    description: z.string().optional(),
    context_length: tokens,
    max_completion_tokens: tokens,
    architecture: z.object({
      modality: z.string().describe('For example `text+image->text`.'),
      input_modalities: z.array(z.string()),
      output_modalities: z.array(z.string()),
      tokenizer: z.string().optional().describe('Absent if it depends on the chosen model.'),
    }),
    pricing: wireRates.describe(
      'Prices of the cheapest offer right now, for an ordinary short request. `prompt` and `completion` are always present: `0` if you don’t pay for tokens, `-1` if it depends on the chosen model.',
    ),
    supported_parameters: z.array(z.string()),
    top_provider: z.object({
      name: z.string().optional().describe('Absent if no provider currently offers it.'),
      context_length: tokens,
      max_completion_tokens: tokens,
      is_moderated: z.literal(false).describe('We moderate nothing before the provider does.'),
    }),
    knowledge_cutoff: z.string().nullable(),
    shutdown_date: z
      .string()
      .nullable()
      .describe('The first day on which it no longer answers, such as `2027-01-14`.'),
    per_request_limits: z.null(),
    default_parameters: z.null(),
    supported_voices: z.null(),
    links: z.object({ details: z.string().describe('The path to the list of its providers.') }),
    notice: z.string().nullable().describe('What you should know if you use this ID, as text.'),
    providers: z.array(providerAnswer).describe('The available providers, the cheapest first.'),
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
  tag: z.string().describe('The value for `provider.order`, `only`, and `ignore` in a request.'),
  context_length: tokens,
  max_completion_tokens: tokens,
  max_prompt_tokens: tokens,
  pricing: wireRates,
  quantization: z.null().describe('Providers don’t report it.'),
  supported_parameters: z.array(z.string()),
  status: z
    .union([z.literal(0), z.literal(-1)])
    .describe('0: it is tried in its turn. -1: it is failing or asked for a pause, and is tried last.'),
  uptime_last_30m: z.null().describe('Requests are counted by the hour.'),
  uptime_last_1d: z
    .number()
    .nullable()
    .describe(
      'Percentage of the requests of the last 24 hours that it answered completely; null without requests.',
    ),
  latency_ms: z.number().nullable().describe('Moving average of live requests; null until measured.'),
  tokens_per_second: z.number().nullable().describe('Moving average of live requests; null until measured.'),
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
