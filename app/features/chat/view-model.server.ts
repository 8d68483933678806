import type { TFunction } from 'i18next';
import { contextLabel } from '#app/contracts/catalogue/context-label.ts';
import { makerName } from '#app/contracts/catalogue/makers.ts';
import { rateAmount } from '#app/contracts/catalogue/rate-amount.ts';
import { menuChoice } from '#app/contracts/endpoints/model-choice.ts';
import type { Endpoint } from '#app/contracts/endpoints/table.ts';
import { mediaMadeBy, takesInput } from '#app/contracts/models.ts';
import { formatPerMillion } from '#app/contracts/money.ts';
import { AppliedRates } from '#app/contracts/price.ts';
import { providerName } from '#app/contracts/providers.ts';
import type { CatalogueEntry } from '#app/core/catalogue/entry.ts';
import { listRates } from '#app/core/catalogue/listing.ts';
import { MEDIA_ENDPOINT } from '#app/core/catalogue/models.ts';
import { answeringOffers, listOffers, type PricedOffer } from '#app/core/catalogue/offers.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { ModelOption } from './model-option.ts';

/** Texts of the reader. */
export interface ModelTexts {
  chat: TFunction<'chat'>;
  models: TFunction<'models'>;
}

interface Viewing {
  /** The endpoints that the reader has a key for. */
  ownKeys: ReadonlySet<Endpoint>;
  /** Offer id to whole tokens a second over the last 24 hours. */
  speeds: ReadonlyMap<string, number>;
  texts: ModelTexts;
}

/** What a picture or a video is sold by, the first that a tariff has. */
const SOLD_BY = ['image', 'firstMegapixel', 'megapixel', 'second', 'imageOutput', 'output'] as const;

/**
 * A model as an endpoint answers with it. One without a price cannot be used: it is not offered (null). A short prompt's
 * price is shown.
 */
export async function viewModel(
  entry: CatalogueEntry,
  endpoint: Endpoint,
  viewing: Viewing,
): Promise<ModelOption | null> {
  const at = new Date();
  const { key, offers } = await answeringOf(entry, endpoint, { ...viewing, at });
  const [offer] = offers;
  const makes = entry.endpoint === null ? mediaMadeBy(entry.supports) : 'text';
  if (!offer || makes === null) return null;
  const prices = makes === 'text' ? wordPrices(offer, at, viewing) : mediaPrice(offer, at, viewing);
  if (prices === null) return null;
  const facts = { maker: makerName(entry.maker), provider: providerName(offer.provider) };
  return {
    ...menuChoice(endpoint, { ...entry, endpoint: entry.endpoint ?? MEDIA_ENDPOINT }),
    model: entry.id,
    endpoint,
    makerName: facts.maker,
    makes,
    sees: offers.some(({ supports }) => takesInput(supports, 'image', makes)),
    watches: offers.some(({ supports }) => takesInput(supports, 'video', makes)),
    key,
    prices: key === 'operator' ? prices : viewing.texts.chat(KEY_WORDS[key]),
    about:
      makes === 'text'
        ? aboutWords(offer, facts, viewing)
        : viewing.texts.chat(`model.aboutMaker.${makes}`, facts),
    knowledgeCutoff: entry.knowledgeCutoff,
  };
}

const KEY_WORDS = { own: 'model.ownKey', missing: 'model.needsKey' } as const;

/** Pictures and videos are made on the operator's keys. */
async function answeringOf(
  { id, endpoint: own }: CatalogueEntry,
  endpoint: Endpoint,
  { ownKeys, at }: Pick<Viewing, 'ownKeys'> & { at: Date },
) {
  if (own === null) return { key: 'operator' as const, offers: await listOffers(AUTOCOMMIT, id, at) };
  return answeringOffers({ model: id, endpoint, ownKeys }, at);
}

function wordPrices({ price }: PricedOffer, at: Date, { texts }: Viewing): string | null {
  const rates = new AppliedRates(price, { promptTokens: 0, at });
  const input = rates.of('input');
  const output = rates.of('output');
  if (!input || !output) return null;
  return texts.chat('model.prices', {
    input: formatPerMillion(input.ratePico),
    output: formatPerMillion(output.ratePico),
  });
}

function mediaPrice({ price }: PricedOffer, at: Date, { texts }: Viewing): string | null {
  const rates = listRates(price, at);
  const name = SOLD_BY.find((one) => rates[one] !== undefined);
  const rate = name && rates[name];
  if (!rate) return null;
  const amount = rateAmount(name, BigInt(rate.pico));
  return texts.models(`rate.${name}`, {
    amount: rate.varies ? texts.chat('model.from', { amount }) : amount,
  });
}

function aboutWords(
  { id, contextTokens }: PricedOffer,
  facts: { maker: string; provider: string },
  { texts: { chat: t }, speeds }: Viewing,
): string {
  const speed = speeds.get(id);
  const all = { ...facts, size: contextLabel(contextTokens) ?? '' };
  return speed === undefined
    ? t('model.about', all)
    : t('model.aboutMeasured', { ...all, speed: Math.max(1, Math.round(speed)) });
}
