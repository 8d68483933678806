import { AppError, type ErrorCode, type ErrorParams } from '#app/contracts/errors.ts';
import { AUTO_MODEL, type Modality } from '#app/contracts/models.ts';
import type { CatalogueEntry } from '#app/core/catalogue/entry.ts';
import type { Model } from '#app/core/catalogue/models.ts';
import type { CallNeeds, DroppedOffer, DropReason, RoutedOffer } from './route.ts';

interface Refusal {
  code: ErrorCode;
  message: string;
  param?: string;
  params?: ErrorParams;
}

/** A call that the caller's own preferences rule out is the caller's error: clients would repeat a 503. */
const REASONS: Record<DropReason, Refusal> = {
  context_too_small: { code: 'context_length', message: 'The prompt is longer than the context window.' },
  picture_address: {
    code: 'invalid_request',
    message: 'No provider of the model fetches images: send them as data: URLs with base64.',
  },
  video_size: {
    code: 'invalid_request',
    message: 'No provider of the model accepts a video of this size.',
  },
  modality: {
    code: 'unsupported_modality',
    param: 'messages',
    message: 'The model does not accept this kind of input.',
  },
  output_too_short: {
    code: 'invalid_request',
    param: 'max_tokens',
    message: 'No model supports an answer of this length.',
  },
  capability: {
    code: 'invalid_request',
    param: 'tools',
    message: 'The model does not support tools or structured answers of this kind.',
  },
  parameter_unsupported: {
    code: 'invalid_request',
    param: 'provider.require_parameters',
    message: 'No provider of the model supports every parameter of the request.',
  },
  max_price: {
    code: 'invalid_request',
    param: 'provider.max_price',
    message: 'No provider of the model is within provider.max_price.',
  },
  not_in_only: {
    code: 'invalid_request',
    param: 'provider.only',
    message: 'None of the providers in provider.only offers the model.',
  },
  ignored: {
    code: 'invalid_request',
    param: 'provider.ignore',
    message: 'Every provider of the model is in provider.ignore.',
  },
  fallbacks_off: {
    code: 'invalid_request',
    param: 'provider.order',
    message: 'None of the providers in provider.order offers the model, and allow_fallbacks is false.',
  },
};

/** Names of input kinds in a refusal. */
const INPUTS: readonly (readonly [Modality, string])[] = [
  ['video-to-text', 'videos'],
  ['image-to-text', 'pictures'],
  ['audio-to-text', 'sound'],
];

/** A call that no offer is left for. */
interface UnroutableCall {
  dropped: readonly DroppedOffer[];
  /** The models that the caller named; none when `parlance/auto` was to choose. */
  named: readonly Model[];
  needs: CallNeeds;
  /** All offers that were considered. */
  offers: readonly RoutedOffer[];
}

const ABILITIES: Partial<Record<Modality, string>> = {
  'text-to-text': 'answer in words',
  'text-to-embedding': 'make embeddings',
  'text-to-image': 'make pictures from words',
  'image-to-image': 'work on pictures',
  'text-to-video': 'make videos from words',
  'image-to-video': 'make videos from a picture',
  'video-to-video': 'work on videos',
};

/** The endpoints of models by kind, with the fields that they need; the first match counts. */
const ENDPOINT_HINTS: readonly (readonly [Modality, string])[] = [
  ['text-to-embedding', '/api/v1/embeddings'],
  ['text-to-text', '/api/v1/chat/completions'],
  ['text-to-image', '/api/v1/images/generations'],
  ['image-to-image', '/api/v1/images/edits with a picture in image'],
  ['text-to-video', '/api/v1/videos'],
  ['image-to-video', '/api/v1/videos with a picture in input_reference'],
  ['video-to-video', '/api/v1/videos with a video in input_reference'],
];

/**
 * The refusal of a call that no offer is left for. It names the last requirement that an offer failed: an
 * offer that passed more requirements is closer to what the caller wanted.
 */
export function noOfferLeft({ dropped, named: [model], needs, offers }: UnroutableCall): AppError {
  const order = Object.keys(REASONS) as DropReason[];
  const reason = order.find((one) => dropped.some((offer) => offer.reason === one));
  const auto = model ? {} : { message: `${AUTO_MODEL} finds no model for this request: ${tally(dropped)}.` };
  if (!reason) {
    const message = `The price of ${model?.id ?? 'every model'} is not known.`;
    return new AppError('price_unknown', { param: 'model', message });
  }
  const { modalities, imageAddress, largestVideo } = needs;
  const [way] = modalities;
  if (model && reason === 'modality' && way && !model.supports.includes(way))
    return wrongEndpoint(model, way);
  const { code, ...rest } = REASONS[reason];
  const fields: Partial<Record<DropReason, string>> = {
    picture_address: imageAddress,
    video_size: largestVideo?.field,
  };
  const lacking = dropped.find((offer) => offer.reason === reason)?.detail ?? '';
  const input = reason === 'modality' && INPUTS.find(([modality]) => lacking.includes(modality));
  const field = fields[reason] === undefined ? {} : { param: fields[reason] };
  const long = reason === 'context_too_small' ? tooLong(offers, way === 'text-to-embedding') : {};
  const words = input ? { message: `The model does not take ${input[1]}.` } : {};
  return new AppError(code, { ...rest, ...words, ...field, ...long, ...auto });
}

/** OpenAI's own wording: some clients search for it to shorten a prompt by themselves. */
function tooLong(offers: readonly RoutedOffer[], isVectors: boolean): Omit<Refusal, 'code'> {
  const [widest] = offers.toSorted((a, b) => b.contextTokens - a.contextTokens) as [RoutedOffer];
  const { contextTokens, promptTokens, longestTokens } = widest;
  const window = `This model's maximum context length is ${contextTokens} tokens.`;
  return isVectors
    ? {
        param: 'input',
        message: `${window} However, one of the inputs has ${longestTokens ?? promptTokens}.`,
      }
    : {
        param: 'messages',
        params: { tokens: promptTokens, most: contextTokens },
        message: `${window} However, your messages resulted in ${promptTokens} tokens. Please reduce the length of the messages.`,
      };
}

/** As on a receipt, the most frequent first: `capability (tools): 12 offers; context_too_small: 1 offer`. */
function tally(dropped: readonly DroppedOffer[]): string {
  const counts = new Map<string, number>();
  for (const { reason, detail } of dropped) {
    const words = detail === undefined ? reason : `${reason} (${detail})`;
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([words, count]) => `${words}: ${count} ${count === 1 ? 'offer' : 'offers'}`)
    .join('; ');
}

/**
 * The refusal of a model that can never do what the call asks: 404 as OpenAI answers it, naming the right
 * endpoint if there is one.
 */
export function wrongEndpoint(
  { id, supports }: Pick<CatalogueEntry, 'id' | 'supports'>,
  way: Modality,
): AppError {
  const place = ENDPOINT_HINTS.find(([does]) => supports.includes(does))?.[1];
  const hint = place === undefined ? '' : ` Ask it at ${place}.`;
  return new AppError('model_not_found', {
    param: 'model',
    message: `The model ${id} does not ${ABILITIES[way] ?? 'do this'}.${hint}`,
  });
}
