import type { ListedRates } from '#app/contracts/catalogue/listing.ts';
import { AppliedRates, lowestRates, PRICE_CLASSES, type Price } from '#app/contracts/price.ts';

/**
 * The rates of a tariff as a list shows them: those of an ordinary short call, and where every rate has a condition (a
 * video's resolution), the lowest. Only what the maker names is there.
 */
export function listRates(price: Price, at: Date): ListedRates {
  const applied = new AppliedRates(price, { promptTokens: 0, at });
  const lowest = lowestRates(price);
  const listed: ListedRates = {};
  for (const name of PRICE_CLASSES) {
    const least = lowest[name];
    if (least === undefined) continue;
    const usual = price.rules.some(({ when, rates }) => !when && rates[name] !== undefined)
      ? applied.of(name)?.ratePico
      : undefined;
    const pico = usual ?? least;
    const varies = price.rules.some(({ rates }) => rates[name] !== undefined && rates[name] !== pico);
    listed[name] = { pico: pico.toString(), varies };
  }
  return listed;
}
