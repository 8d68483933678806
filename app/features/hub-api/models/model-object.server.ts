import { supportedParameters } from '#app/contracts/catalogue/supported-parameters.ts';
import { AUTO_MODEL, type Modality } from '#app/contracts/models.ts';
import type { ModelObject, ProviderObject } from '#app/contracts/openai/answers/model-answer.ts';
import { dialectOf } from '#app/contracts/providers.ts';
import type { Model } from '#app/core/catalogue/models.ts';
import type { PricedOffer } from '#app/core/catalogue/offers.ts';
import { imageOptions } from '#app/core/providers/media/image-options.ts';
import { videoOptions } from '#app/core/providers/media/video-options.ts';
import { AUTO_DESCRIPTION, AUTO_NAME, readAutoModel } from '#app/core/routing/model-groups.ts';
import { soldResolutions } from '#app/core/tasks/video/resolutions.ts';
import { toWirePricing, toWireTariff } from '#app/features/hub-api/wire-price.ts';

const OTHER_FIELDS = {
  seed: 'seed',
  negativePrompt: 'negative_prompt',
  outputCompression: 'output_compression',
  partialImages: 'partial_images',
  mask: 'mask',
} as const;

/**
 * `parlance/auto` as a model of the list.
 * @returns null if no model can be chosen
 */
export async function autoModelObject(at: Date): Promise<ModelObject | null> {
  const auto = await readAutoModel(at);
  if (!auto) return null;
  const { input_modalities: inputs } = architecture(auto.supports);
  const context_length = auto.contextTokens || null;
  const max_completion_tokens = auto.maxOutputTokens || null;
  return {
    id: AUTO_MODEL,
    object: 'model',
    created: 0,
    owned_by: 'parlance',
    name: AUTO_NAME,
    ...unknownToOpenAi(AUTO_MODEL),
    description: AUTO_DESCRIPTION,
    context_length,
    max_completion_tokens,
    architecture: {
      modality: `${inputs.join('+')}->text`,
      input_modalities: inputs,
      output_modalities: ['text'],
    },
    pricing: { prompt: '-1', completion: '-1' },
    supported_parameters: supportedParameters(auto),
    top_provider: { context_length, max_completion_tokens, is_moderated: false },
    knowledge_cutoff: null,
    shutdown_date: null,
    notice: null,
    providers: [],
  };
}

/**
 * A model in the form of GET /api/v1/models.
 * @param offers offers with a price, cheapest first
 */
export function toModelObject(model: Model, offers: readonly PricedOffer[], at: Date): ModelObject {
  const providers = offers.map((offer) => toProviderObject(offer, at));
  const [cheapest] = providers;
  const { id, maker, name, description, supports, capabilities, knowledgeCutoff, retires } = model;
  return {
    id,
    object: 'model',
    created: seconds(model.releasedOn ?? model.readOn),
    owned_by: maker,
    name,
    ...unknownToOpenAi(id),
    ...(description !== null && { description }),
    context_length: model.contextTokens || null,
    max_completion_tokens: model.maxOutputTokens || null,
    architecture: { ...architecture(servedModalities(supports, offers)), tokenizer: model.tokenizer },
    pricing: { prompt: '0', completion: '0', ...cheapest?.pricing },
    supported_parameters: supportedParameters({ supports, capabilities, offers }),
    top_provider: {
      ...(cheapest && { name: cheapest.name }),
      context_length: cheapest?.context_length ?? null,
      max_completion_tokens: cheapest?.max_completion_tokens ?? null,
      is_moderated: false,
    },
    knowledge_cutoff: knowledgeCutoff,
    shutdown_date: retires?.on ?? null,
    notice: noticeOf(model),
    providers,
  };
}

/** Fields without which OpenRouter's client rejects a model. */
function unknownToOpenAi(id: string) {
  return {
    canonical_slug: id,
    per_request_limits: null,
    default_parameters: null,
    supported_voices: null,
    links: { details: `/api/v1/models/${id}/endpoints` },
  };
}

function toProviderObject(offer: PricedOffer, at: Date): ProviderObject {
  const { provider, contextTokens, maxOutputTokens, price } = offer;
  return {
    name: provider,
    context_length: contextTokens || null,
    max_completion_tokens: maxOutputTokens || null,
    pricing: toWirePricing(price, at),
    tariff: toWireTariff(price),
    price_valid_from: price.validFrom.toISOString(),
    price_source: price.source,
    price_confidence: price.confidence,
    image_options: toImageOptions(offer),
    video_options: toVideoOptions(offer),
  };
}

function toImageOptions({ supports, dialect, provider, upstreamModel }: PricedOffer) {
  if (!supports.some((way) => way.endsWith('-to-image'))) return null;
  const options = imageOptions(dialect ?? dialectOf(provider), upstreamModel);
  return (
    options && {
      size: [...options.size],
      aspect_ratio: [...options.aspectRatio],
      resolution: [...options.resolution],
      quality: [...options.quality],
      background: [...options.background],
      output_format: [...options.outputFormat],
      n: { max: options.maxImages },
      images: { max: supports.includes('image-to-image') ? options.maxInputs : 0 },
      others: options.takes.map((field) => OTHER_FIELDS[field]),
    }
  );
}

function toVideoOptions({ supports, dialect, provider, upstreamModel, price }: PricedOffer) {
  if (!supports.some((way) => way.endsWith('-to-video'))) return null;
  const options = videoOptions(dialect ?? dialectOf(provider), upstreamModel);
  return (
    options && {
      seconds: [...options.seconds],
      size: [...options.size],
      aspect_ratio: [...options.aspectRatio],
      resolution: soldResolutions(options.resolution, price),
      sound: [...options.sound],
      input_reference: (['image', 'video'] as const).filter((kind) => supports.includes(`${kind}-to-video`)),
      others: options.takes.map((field) => OTHER_FIELDS[field]),
    }
  );
}

/** The modalities of a model that at least one offer serves; all of them if there are no offers. */
function servedModalities(
  supports: readonly Modality[],
  offers: readonly PricedOffer[],
): readonly Modality[] {
  if (offers.length === 0) return supports;
  return supports.filter((way) => offers.some((offer) => offer.supports.includes(way)));
}

/** Input and output modalities, each listed once. */
function architecture(supports: readonly Modality[]) {
  const ways = supports.map((modality) => modality.split('-to-') as [string, string]);
  const inputs = [...new Set(ways.map(([input]) => input))];
  const outputs = [...new Set(ways.map(([, output]) => output))];
  return {
    modality: `${inputs.join('+')}->${outputs.join('+')}`,
    input_modalities: inputs,
    output_modalities: outputs,
  };
}

function noticeOf({ id, standsInFor, retires }: Model): string | null {
  const notices: string[] = [];
  if (standsInFor) {
    const since = standsInFor.retiredOn === null ? 'is retired' : `was retired on ${standsInFor.retiredOn}`;
    notices.push(`${standsInFor.id} ${since}; requests now go to ${id}.`);
  }
  if (retires) {
    const then = retires.successor === null ? '' : `; requests will then go to ${retires.successor}`;
    notices.push(`${id} will be retired on ${retires.on}${then}.`);
  }
  return notices.length === 0 ? null : notices.join(' ');
}

function seconds(day: string | null): number {
  return day === null ? 0 : Date.parse(`${day}T00:00:00Z`) / 1000;
}
