import type { Cost } from '#app/contracts/cost.ts';
import { AppError } from '#app/contracts/errors.ts';
import type { Modality } from '#app/contracts/models.ts';
import type { ProviderPreferences } from '#app/contracts/openai/provider-preferences.ts';
import { countTokens } from '#app/core/catalogue/tokens/count-tokens.ts';
import { recordRouting } from '#app/core/generation/record/candidate.ts';
import { ProviderError } from '#app/core/providers/contract.ts';
import type { RoutedOffer } from '#app/core/routing/route.ts';
import { routeCall } from '#app/core/routing/router.ts';
import type { Asker } from '#app/core/targets/ask.ts';
import { leavingOut, type Estimate, type PricedAsk, type PricedCandidate } from '#app/core/tasks/price.ts';

/** The part of an order that decides which offers can take it. */
interface MediaOrder {
  model: string;
  provider?: ProviderPreferences;
  prompt: string;
  way: Modality;
  /** Names of fields that reach no model. */
  ignored: readonly string[];
}

/**
 * Routes and prices an order. An offer that does not accept it as it is, or has no price for it, is not
 * tried.
 * @param estimate the cost that it may have with an offer; throws AppError when the offer cannot take it
 * @throws AppError for an order that no offer can take
 */
export async function priceMedia(
  { model, provider, prompt, way, ignored }: MediaOrder,
  { key, userId, signal }: Asker,
  { at, estimate }: { at: Date; estimate(offer: RoutedOffer): Estimate },
): Promise<Pick<PricedAsk, 'candidates' | 'routing'>> {
  const route = await routeCall({
    models: [model],
    allowedModels: key.models,
    preferences: provider ?? {},
    needs: { modalities: [way], capabilities: [], parameters: [] },
    count: (tokenizer) => countTokens(prompt, tokenizer, { owner: userId, signal }),
    at,
  });
  const refusals: AppError[] = [];
  const candidates = route.offers.flatMap((offer): PricedCandidate[] => {
    try {
      return [{ offer: leavingOut(offer, ignored), estimate: estimate(offer) }];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refusals.push(error);
      return [];
    }
  });
  if (candidates.length === 0) throw refusals[0]!;
  return { candidates, routing: recordRouting([model], route) };
}

/** The estimate of an order whose whole cost is held. */
export function fullHoldEstimate(
  { micro, pico }: Pick<Cost, 'micro' | 'pico'>,
  promptTokens: number,
): Estimate {
  return {
    promptTokens,
    wantedOutput: 0,
    wantedMicro: micro,
    minMicro: micro,
    inputMicro: micro,
    inputPico: pico,
    outputPico: 0n,
  };
}

/**
 * @throws AppError invalid_request with the field that the model does not accept, when `check` throws a
 * ProviderError
 */
export function assertAccepted(check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new AppError('invalid_request', {
      message: `${error.message}.`,
      ...(error.param !== null && { param: error.param }),
    });
  }
}

/** Stands in for images and videos when the content is not needed: only a provider reads it. */
export const PLACEHOLDER = { mimeType: 'image/png', bytes: Buffer.alloc(0) };
