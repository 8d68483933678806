import type { Translate } from '#app/ui/i18n/translation.ts';
import { contextLabel } from '#app/contracts/catalogue/context-label.ts';
import { makerName } from '#app/contracts/catalogue/makers.ts';
import { rateAmount, soldBy } from '#app/contracts/catalogue/rate-amount.ts';
import { menuChoice, readModelChoice, writeModelChoice } from '#app/contracts/endpoints/model-choice.ts';
import { ENDPOINT_FACTS, SERVED_ENDPOINTS, type Endpoint } from '#app/contracts/endpoints/table.ts';
import { AppError } from '#app/contracts/errors.ts';
import type { OfferedChoice } from '#app/contracts/media/choice.ts';
import { mediaMadeBy, acceptsInput } from '#app/contracts/models.ts';
import { formatPerMillion } from '#app/contracts/money.ts';
import { AppliedRates } from '#app/contracts/price.ts';
import { providerName } from '#app/contracts/providers.ts';
import type { CatalogueEntry } from '#app/core/catalogue/entry.ts';
import { listRates } from '#app/core/catalogue/listing.ts';
import { listMediaModels, listModels, MEDIA_ENDPOINT, type ReplyModel } from '#app/core/catalogue/models.ts';
import { answeringOffers, listOffers, type PricedOffer } from '#app/core/catalogue/offers.ts';
import { readEntry } from '#app/core/catalogue/read-entry.ts';
import { recentSpeeds } from '#app/core/generation/report/figures.ts';
import { listKeys } from '#app/core/provider-keys/provider-keys.ts';
import { offeredChoices } from '#app/core/tasks/media/offered-choices.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { findChosenModel } from '#app/features/chat/conversation/chosen-model.server.ts';
import { lastUsedFirst, readLastModels } from '#app/features/chat/conversation/last-model.ts';
import type { ModelOption } from '#app/features/chat/conversation/model-option.ts';

interface ModelChoice {
  models: ModelOption[];
  model: ModelOption | null;
  /** Output settings that the model's images or videos offer. */
  choices: OfferedChoice[];
  /** The requested id of a retired model that `model` replaces. */
  retired: string | null;
  /** The id of the requested or last used model when it is no longer available. */
  gone: string | null;
}

interface ModelsQuery {
  userId: string;
  /** The model choice in the page's address, or the last one of its conversation. */
  wanted: string | null;
  /** The endpoint in the page's address. */
  endpoint: string | null;
  cookies: string | null;
  texts: ModelTexts;
}

/** Texts in the reader's language. */
interface ModelTexts {
  chat: Translate<'chat'>;
  models: Translate<'models'>;
}

interface Viewing {
  /** Endpoints that the reader has a key for. */
  ownKeys: ReadonlySet<Endpoint>;
  /** Offer id to whole tokens per second over the last 24 hours. */
  speeds: ReadonlyMap<string, number>;
  texts: ModelTexts;
}

/** Other texts in an address name no model. */
const MODEL_ID = /^[\w.:/-]{1,160}$/;

const KEY_TEXTS = { own: 'model.ownKey', missing: 'model.needsKey' } as const;

/**
 * Lists the models to choose from, once for each endpoint that offers them, last used first, and chooses the
 * model of the next message: the requested one, else that of the requested endpoint, else the last used one
 * that writes text, else the default of the first available endpoint. A model that makes images or videos
 * costs much more, so it is never chosen unless it is requested.
 */
export async function loadModels({
  userId,
  wanted,
  endpoint,
  cookies,
  texts,
}: ModelsQuery): Promise<ModelChoice> {
  const options = await listOptions(userId, texts);
  const media = new Set(options.filter(({ makes }) => makes !== 'text').map(({ id }) => id));
  const last = readLastModels(cookies).filter(({ primaryModel }) => !media.has(primaryModel));
  const recent = new Set(last.flatMap((one) => [one.primaryModel, one.secondaryModel]));
  const models = lastUsedFirst(options, last).map((one) => ({ ...one, isRecent: recent.has(one.id) }));
  const requested = SERVED_ENDPOINTS.find((one) => one === endpoint);
  const there = models.filter((option) => option.endpoint === requested);
  const desired = wanted ?? (requested ? null : (last[0]?.primaryModel ?? null));
  const desiredModel = desired && readModelChoice(desired).model;
  // When the endpoint is no longer set up, the model's own endpoint answers.
  const own = await firstAvailable([desired, desiredModel]);
  const chosen =
    own ??
    (await firstAvailable([
      last.find((one) => one.endpoint === requested)?.primaryModel,
      requested && defaultOf(requested),
      there[0]?.id,
      ...last.map(({ primaryModel }) => primaryModel),
      ...SERVED_ENDPOINTS.map(defaultOf),
    ]));
  const option = models.find((one) => one.model === chosen?.id && one.endpoint === chosen.endpoint);
  const model = option ?? models.find(({ makes }) => makes === 'text') ?? models[0];
  const requestedModel = wanted && readModelChoice(wanted).model;
  const isReplaced = requestedModel && chosen?.standsInFor?.id === requestedModel;
  return {
    models,
    model: model ?? null,
    choices: model ? await choicesOf(model) : [],
    retired: isReplaced ? requestedModel : null,
    gone: desiredModel && !(own && option) && MODEL_ID.test(desiredModel) ? desiredModel : null,
  };
}

async function listOptions(userId: string, texts: ModelTexts): Promise<ModelOption[]> {
  const ownKeys = new Set((await listKeys(userId)).map(({ name }) => name));
  const viewing = { speeds: await recentSpeeds(), ownKeys, texts };
  const lists = await Promise.all(
    SERVED_ENDPOINTS.map(async (endpoint) => ({
      endpoint,
      entries: await listModels(AUTOCOMMIT, endpoint, 'anybody'),
    })),
  );
  lists.push({ endpoint: MEDIA_ENDPOINT, entries: await listMediaModels(AUTOCOMMIT) });
  const options = lists.flatMap(({ endpoint, entries }) =>
    entries.map((entry) => viewModel(entry, endpoint, viewing)),
  );
  return (await Promise.all(options)).filter((option) => option !== null);
}

const defaultOf = (endpoint: Endpoint) =>
  writeModelChoice(endpoint, ENDPOINT_FACTS[endpoint]?.defaultModel ?? '');

async function firstAvailable(choices: (string | null | undefined)[]): Promise<ReplyModel | null> {
  for (const choice of choices) {
    const model = choice ? await unless('model_not_found', findChosenModel(choice)) : null;
    if (model) return model;
  }
  return null;
}

async function choicesOf({ model, makes }: ModelOption): Promise<OfferedChoice[]> {
  return makes === 'text' ? [] : offeredChoices(await readEntry(AUTOCOMMIT, model), makes);
}

async function unless<Value>(code: AppError['code'], promise: Promise<Value>): Promise<Value | null> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof AppError && error.code === code) return null;
    throw error;
  }
}

/**
 * Describes a model as an endpoint offers it; null for a model without a price, which cannot be used. Shows
 * the price of a short prompt.
 */
async function viewModel(
  entry: CatalogueEntry,
  endpoint: Endpoint,
  viewing: Viewing,
): Promise<ModelOption | null> {
  const at = new Date();
  const { key, offers } = await answeringOf(entry, endpoint, { ...viewing, at });
  const [offer] = offers;
  const makes = entry.endpoint === null ? mediaMadeBy(entry.supports) : 'text';
  if (!offer || makes === null) return null;
  const prices = makes === 'text' ? textPrices(offer, at, viewing) : mediaPrice(offer, at, viewing);
  if (prices === null) return null;
  const facts = { maker: makerName(entry.maker), provider: providerName(offer.provider) };
  return {
    ...menuChoice(endpoint, { ...entry, endpoint: entry.endpoint ?? MEDIA_ENDPOINT }),
    model: entry.id,
    endpoint,
    makerName: facts.maker,
    makes,
    sees: offers.some(({ supports }) => acceptsInput(supports, 'image', makes)),
    watches: offers.some(({ supports }) => acceptsInput(supports, 'video', makes)),
    callsTools: entry.capabilities.includes('tools'),
    isRecent: false,
    key,
    prices: key === 'operator' ? prices : viewing.texts.chat(KEY_TEXTS[key]),
    about:
      makes === 'text'
        ? aboutText(offer, facts, viewing)
        : viewing.texts.chat(`model.aboutMaker.${makes}`, facts),
    knowledgeCutoff: entry.knowledgeCutoff,
  };
}

/** Images and videos use the operator's keys. */
async function answeringOf(
  { id, endpoint: own }: CatalogueEntry,
  endpoint: Endpoint,
  { ownKeys, at }: Pick<Viewing, 'ownKeys'> & { at: Date },
) {
  if (own === null) return { key: 'operator' as const, offers: await listOffers(AUTOCOMMIT, id, at) };
  return answeringOffers({ model: id, endpoint, ownKeys }, at);
}

function textPrices({ price }: PricedOffer, at: Date, { texts }: Viewing): string | null {
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
  const name = soldBy(rates);
  const rate = name && rates[name];
  if (!rate) return null;
  const amount = rateAmount(name, BigInt(rate.pico));
  return texts.models(`rate.${name}`, {
    amount: rate.varies ? texts.chat('model.from', { amount }) : amount,
  });
}

function aboutText(
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
