import type { Cost } from '#app/contracts/cost.ts';
import { AppError } from '#app/contracts/errors.ts';
import type { Modality } from '#app/contracts/models.ts';
import type { ProviderPreferences } from '#app/contracts/openai/provider-preferences.ts';
import { countTokens } from '#app/core/catalogue/tokens/count-tokens.ts';
import { recordRouting } from '#app/core/generation/record/candidate.ts';
import { ProviderError } from '#app/core/providers/contract.ts';
import type { RoutedOffer } from '#app/core/routing/route.ts';
import { routeCall } from '#app/core/routing/router.ts';
import type { ApiCall } from '#app/core/targets/api-call.ts';
import { leavingOut, type Estimate, type PricedCall, type PricedCandidate } from '#app/core/tasks/price.ts';

/** What is asked for, as far as it decides who can be asked. */
interface Asked {
  model: string;
  provider?: ProviderPreferences;
  prompt: string;
  way: Modality;
  /** Fields that reach no model, by name. */
  ignored: readonly string[];
}

/** Who asks. */
export type Asker = Pick<ApiCall, 'userId' | 'signal'> & { key: Pick<ApiCall['key'], 'models'> };

/**
 * Routes and prices an order. An offer that does not take it as it is, or has no price for it, is not asked.
 * @param estimate what it may cost with an offer; throws AppError where it cannot be asked
 * @throws AppError for everything that cannot be asked
 */
export async function priceMedia(
  { model, provider, prompt, way, ignored }: Asked,
  { key, userId, signal }: Asker,
  { at, estimate }: { at: Date; estimate(offer: RoutedOffer): Estimate },
): Promise<PricedCall> {
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

/** All of what an order may cost is held. */
export function heldWhole({ micro, pico }: Pick<Cost, 'micro' | 'pico'>, promptTokens: number): Estimate {
  return {
    promptTokens,
    wantedOutput: 0,
    wantedMicro: micro,
    leastMicro: micro,
    inputMicro: micro,
    inputPico: pico,
    outputPico: 0n,
  };
}

/** @throws AppError invalid_request with the field that its model does not take, by what `check` has thrown */
export function assertTaken(check: () => void): void {
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

/** In the place of pictures and videos that only a provider reads. */
export const NOTHING = { mimeType: 'image/png', bytes: Buffer.alloc(0) };
