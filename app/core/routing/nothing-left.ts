import { AppError, type ErrorCode } from '#app/contracts/errors.ts';
import { AUTO_MODEL } from '#app/contracts/models.ts';
import type { Model } from '#app/core/catalogue/find-model.ts';
import type { CallNeeds, DroppedOffer, DropReason } from './route.ts';
import { wrongPlace } from './wrong-place.ts';

interface Refusal {
  code: ErrorCode;
  message: string;
  param?: string;
}

const REASONS: Record<DropReason, Refusal> = {
  context_too_small: {
    code: 'context_length',
    param: 'messages',
    message: 'The messages are longer than the context window of the model.',
  },
  modality: {
    code: 'unsupported_modality',
    param: 'messages',
    message: 'The model does not take this kind of input.',
  },
  output_too_short: {
    code: 'invalid_request',
    param: 'max_tokens',
    message: 'No model answers at such length.',
  },
  capability: {
    code: 'invalid_request',
    param: 'tools',
    message: 'The model does not support tools or structured answers of this kind.',
  },
  parameter_unsupported: {
    code: 'invalid_request',
    param: 'provider.require_parameters',
    message: 'No provider of the model takes every parameter of the call.',
  },
  max_price: {
    code: 'no_provider',
    param: 'provider.max_price',
    message: 'No provider of the model is as cheap as provider.max_price asks.',
  },
  not_in_only: {
    code: 'no_provider',
    param: 'provider.only',
    message: 'None of the providers in provider.only offers the model.',
  },
  ignored: {
    code: 'no_provider',
    param: 'provider.ignore',
    message: 'Every provider of the model is in provider.ignore.',
  },
  fallbacks_off: { code: 'no_provider', message: 'No provider of the model is left.' },
};

const VECTOR_REASONS: Partial<Record<DropReason, Refusal>> = {
  context_too_small: {
    code: 'context_length',
    param: 'input',
    message: 'One of the inputs is longer than the context window of the model.',
  },
};

/**
 * The refusal of a call that nobody is left for. It says of the last hurdle that an offer failed at: what passes more
 * of them is nearer to what was wanted.
 * @param named the models that the caller named; none when `parlance/auto` was to choose
 */
export function nothingLeft(
  dropped: readonly DroppedOffer[],
  [model]: readonly Model[],
  { modalities }: CallNeeds,
): AppError {
  const order = Object.keys(REASONS) as DropReason[];
  const reason = order.find((one) => dropped.some((offer) => offer.reason === one));
  const auto = model
    ? {}
    : { message: `${AUTO_MODEL} finds no model that fits this call: ${tally(dropped)}.` };
  if (!reason) {
    const message = `The price of ${model?.id ?? 'every model'} is not known.`;
    return new AppError('price_unknown', { param: 'model', message });
  }
  const [way] = modalities;
  if (model && reason === 'modality' && way && !model.supports.includes(way)) return wrongPlace(model, way);
  const { code, ...rest } = (way === 'text-to-embedding' && VECTOR_REASONS[reason]) || REASONS[reason];
  return new AppError(code, { ...rest, ...auto });
}

/** In the words of a receipt, the most first: `capability (tools): 12 offers; context_too_small: 1 offer`. */
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
