import { costOf } from '#app/contracts/cost.ts';
import { AppError } from '#app/contracts/errors.ts';
import type { ImageRequestRecord } from '#app/contracts/media/image.ts';
import { dialectOf } from '#app/contracts/providers.ts';
import { countTokens } from '#app/core/catalogue/tokens/count-tokens.ts';
import { mostOf, spreadText } from '#app/core/catalogue/tokens/most-tokens.ts';
import { recordRouting } from '#app/core/generation/record/routing-record.ts';
import { ProviderError } from '#app/core/providers/contract.ts';
import { imageMaker } from '#app/core/providers/media/registry.ts';
import { routeCall } from '#app/core/routing/route-call.ts';
import type { RoutedOffer } from '#app/core/routing/route.ts';
import type { ImageCall } from '#app/core/targets/call/api-call.ts';
import type { Estimate } from '../price/estimate.ts';
import { leavingOut, type PricedCall, type PricedCandidate } from '../price/priced-candidate.ts';
import type { PlannedCall } from '../task.ts';
import { mostUsage } from './most-usage.ts';
import { toRequest } from './to-request.ts';

/** Whoever asks for pictures. */
export type AskedImages = Pick<ImageCall, 'body' | 'userId' | 'signal'> & {
  key: Pick<ImageCall['key'], 'models'>;
};

/**
 * Routes and prices an order of pictures. An offer that does not take it as it is, or has no price for it, is not asked.
 * @throws AppError for everything that cannot be asked
 */
export async function priceImage({ body, key, userId, signal }: AskedImages, at: Date): Promise<PricedCall> {
  const { model, provider, ignored, record } = body;
  const { prompt } = record.order;
  const route = await routeCall({
    models: [model],
    allowedModels: key.models,
    preferences: provider ?? {},
    needs: {
      modalities: [record.images.length > 0 ? 'image-to-image' : 'text-to-image'],
      capabilities: [],
      parameters: [],
    },
    count: (tokenizer) => countTokens(prompt, tokenizer, { owner: userId, signal }),
    at,
  });
  const spread = { letters: 0, others: 0 };
  spreadText(prompt, spread);
  const refusals: AppError[] = [];
  const candidates = route.offers.flatMap((offer): PricedCandidate[] => {
    try {
      const promptTokens = mostOf(spread, offer.promptTokens, offer.model.tokenizer);
      const estimate = estimateImage(record, offer, { promptTokens, at });
      return [{ offer: leavingOut(offer, ignored), estimate }];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refusals.push(error);
      return [];
    }
  });
  if (candidates.length === 0) throw refusals[0]!;
  return { candidates, routing: recordRouting([model], route) };
}

/** An order, and what its row keeps of it. @throws AppError as `priceImage` */
export async function planImage(asked: AskedImages, at: Date): Promise<PlannedCall> {
  const { record, isStreamed } = asked.body;
  const delivery = isStreamed ? 'stream' : 'whole';
  return { priced: await priceImage(asked, at), request: record, delivery, choices: 1 };
}

/**
 * What an order may cost with an offer: all of it is held.
 * @throws AppError price_unknown; invalid_request with the field that its model does not take
 */
export function estimateImage(
  record: ImageRequestRecord,
  offer: RoutedOffer,
  { promptTokens, at }: { promptTokens: number; at: Date },
): Estimate {
  assertTaken(record, offer);
  const { micro, pico } = costOf(mostUsage(record, offer, promptTokens), offer.price, at);
  return {
    promptTokens: offer.promptTokens,
    wantedOutput: 0,
    wantedMicro: micro,
    leastMicro: micro,
    inputMicro: micro,
    inputPico: pico,
    outputPico: 0n,
  };
}

function assertTaken(record: ImageRequestRecord, { dialect, provider, upstreamModel }: RoutedOffer): void {
  const maker = imageMaker(dialect ?? dialectOf(provider));
  if (!maker) throw new AppError('no_provider');
  const { count } = record.order;
  if ('jobs' in maker && count > maker.jobs.mostPieces)
    throw new AppError('invalid_request', {
      param: 'n',
      message: `n: at most ${maker.jobs.mostPieces} with this model.`,
    });
  try {
    const checked = toRequest(record, upstreamModel, {
      images: record.images.map(() => NOTHING),
      mask: NOTHING,
    });
    ('jobs' in maker ? maker.jobs : maker.adapter).check(checked);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new AppError('invalid_request', {
      message: `${error.message}.`,
      ...(error.param !== null && { param: error.param }),
    });
  }
}

/** In the place of pictures that only a provider reads. */
const NOTHING = { mimeType: 'image/png', bytes: Buffer.alloc(0) };
