import type { ListedOffer } from '#app/contracts/catalogue/listing.ts';
import { costOf, type Usage } from '#app/contracts/cost.ts';
import { AppError } from '#app/contracts/errors.ts';
import type { Price, PriceClass } from '#app/contracts/price.ts';
import { AMOUNT_NAMES, AMOUNTS, type AmountName, type CalculatorData } from './detail-data.ts';

const FIRST: Record<AmountName, string> = { in: '1000', out: '500', images: '1', seconds: '5' };

/** The price classes that require each field. */
const FIELD_CLASSES: Record<AmountName, readonly PriceClass[]> = {
  in: ['input'],
  out: ['output', 'imageOutput'],
  images: ['image', 'firstMegapixel', 'megapixel'],
  seconds: ['second'],
};

/** An image of one megapixel, as makers count them. */
const IMAGE = { width: 1024, height: 1024 };

interface Calculation {
  offers: readonly ListedOffer[];
  priceOf: (offerId: string) => Price | undefined;
  at: Date;
}

/**
 * The validated amounts of the address, and their cost at each offer, by the same arithmetic as for charges.
 */
export function calculate(params: URLSearchParams, { offers, priceOf, at }: Calculation): CalculatorData {
  const names = AMOUNT_NAMES.filter((name) =>
    offers.some(({ rates }) => FIELD_CLASSES[name].some((one) => rates[one] !== undefined)),
  );
  const fields = names.map((name) => {
    const typed = (params.get(name) ?? FIRST[name]).slice(0, 20).trim();
    return { name, typed, isWrong: !/^\d{1,9}$/.test(typed) || Number(typed) > AMOUNTS[name] };
  });
  const resolutions = [...new Set(offers.flatMap(({ id }) => resolutionsOf(priceOf(id))))];
  const resolution = resolutions.find((one) => one === params.get('resolution')) ?? resolutions[0] ?? null;
  if (fields.some(({ isWrong }) => isWrong)) return { fields, resolutions, resolution, costs: [] };
  const amounts = Object.fromEntries(fields.map(({ name, typed }) => [name, Number(typed)]));
  const costs = offers.map(({ id, name, rates }) => {
    const usage = usageOf(amounts, { makesImages: rates.imageOutput !== undefined, resolution });
    return { offerId: id, name, micro: costAt(usage, priceOf(id), at)?.toString() ?? null };
  });
  return { fields, resolutions, resolution, costs };
}

function resolutionsOf(price: Price | undefined): readonly string[] {
  return price?.rules.flatMap(({ when }) => when?.resolution ?? []) ?? [];
}

function usageOf(
  amounts: Partial<Record<AmountName, number>>,
  { makesImages, resolution }: { makesImages: boolean; resolution: string | null },
): Usage {
  const { in: promptTokens = 0, out: completionTokens = 0, images = 0, seconds = 0 } = amounts;
  return {
    promptTokens,
    cachedTokens: 0,
    completionTokens,
    reasoningTokens: 0,
    ...(makesImages && { imageOutputTokens: completionTokens }),
    media: {
      images: Array.from({ length: images }, () => IMAGE),
      seconds,
      ...(resolution !== null && { resolution }),
    },
  };
}

/** Micro-dollars; null if the price does not cover the usage. */
function costAt(usage: Usage, price: Price | undefined, at: Date): bigint | null {
  try {
    return price ? costOf(usage, price, at).micro : null;
  } catch (error) {
    if (error instanceof AppError && error.code === 'price_unknown') return null;
    throw error;
  }
}
