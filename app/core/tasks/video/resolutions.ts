import type { PixelSize } from '#app/contracts/cost.ts';
import type { Price } from '#app/contracts/price.ts';

/** A size that was asked for is of a resolution whose shorter side is so many times of its own at most. */
const NEAR = 1.25;
/** Names that do not say their shorter side: the smallest of all that are sold under them. */
const SHORTER_SIDES: Readonly<Record<string, number>> = { '2k': 1080, '4k': 2160 };

/** Every resolution that a tariff names a price for. */
export function pricedResolutions({ rules }: Price): string[] {
  return [...new Set(rules.flatMap(({ when }) => when?.resolution ?? []))];
}

/** Whether a tariff has a price for a second of whatever resolution. */
export function hasAnyResolution({ rules }: Price): boolean {
  return rules.some(({ when, rates }) => !when?.resolution && rates.second !== undefined);
}

/** Those of some resolutions that a tariff has a price for: others are refused. */
export function soldResolutions(names: readonly string[], price: Price): string[] {
  const priced = pricedResolutions(price);
  return names.filter((name) => priced.includes(name) || hasAnyResolution(price));
}

/** The resolution of a tariff that a size which was asked for has; undefined where none is near. */
export function resolutionAsked(size: PixelSize, price: Price): string | undefined {
  const nearest = nearestTo(size, price);
  return nearest && nearest.factor <= NEAR ? nearest.name : undefined;
}

/**
 * The resolution of a tariff by which a video is charged that is there: the nearest one, since it has to be one of them,
 * or undefined where others have a price, too.
 */
export function resolutionMade(size: PixelSize, price: Price): string | undefined {
  return hasAnyResolution(price) ? resolutionAsked(size, price) : nearestTo(size, price)?.name;
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

/** Pixels along the shorter side, by a name as `720p`. */
function shorterSide(name: string): number | null {
  const [, lines] = /^(\d{3,4})p$/i.exec(name) ?? [];
  return lines ? Number(lines) : (SHORTER_SIDES[name.toLowerCase()] ?? null);
}
