import type { PixelSize } from '#app/contracts/cost.ts';
import type { Price } from '#app/contracts/price.ts';

/** A requested size matches a resolution when their shorter sides differ by at most this factor. */
const NEAR = 1.25;
/** Shorter sides, in pixels, of names that do not state them: the smallest that is sold under the name. */
const SHORTER_SIDES: Readonly<Record<string, number>> = { '2k': 1080, '4k': 2160 };

/** Every resolution that a price names. */
export function pricedResolutions({ rules }: Price): string[] {
  return [...new Set(rules.flatMap(({ when }) => when?.resolution ?? []))];
}

/** Returns whether a price has a rate per second that applies to any resolution. */
export function hasAnyResolution({ rules }: Price): boolean {
  return rules.some(({ when, rates }) => !when?.resolution && rates.second !== undefined);
}

/** The given resolutions that a price has a rate for: others are refused. */
export function soldResolutions(names: readonly string[], price: Price): string[] {
  const priced = pricedResolutions(price);
  return names.filter((name) => priced.includes(name) || hasAnyResolution(price));
}

/** The resolution of a price that a requested size has; undefined when none is near. */
export function requestedResolution(size: PixelSize, price: Price): string | undefined {
  const nearest = nearestTo(size, price);
  return nearest && nearest.factor <= NEAR ? nearest.name : undefined;
}

/**
 * The resolution of a price by which an existing video is charged: the nearest one, since it has to be one of
 * them, or undefined when the price has a rate for any other resolution.
 */
export function deliveredResolution(size: PixelSize, price: Price): string | undefined {
  return hasAnyResolution(price) ? requestedResolution(size, price) : nearestTo(size, price)?.name;
}

function nearestTo({ width, height }: PixelSize, price: Price) {
  const side = Math.min(width, height);
  const known = pricedResolutions(price).flatMap((name) => {
    const other = shorterSide(name);
    return other === null ? [] : [{ name, factor: Math.max(side / other, other / side) }];
  });
  return known.reduce<(typeof known)[number] | null>(
    (best, one) => (best && best.factor <= one.factor ? best : one),
    null,
  );
}

/** Pixels along the shorter side, by a name such as `720p`. */
function shorterSide(name: string): number | null {
  const [, lines] = /^(\d{3,4})p$/i.exec(name) ?? [];
  return lines ? Number(lines) : (SHORTER_SIDES[name.toLowerCase()] ?? null);
}
