import { data, redirect } from '@remix-run/node';
import { modelHref } from '#app/contracts/catalogue/model-href.ts';
import { AppError } from '#app/contracts/errors.ts';
import { setDefaultModel } from '#app/core/accounts/account-settings.ts';
import type { SessionUser } from '#app/core/accounts/sessions/session-user.ts';
import { stateOf, type ApiKey } from '#app/core/api-keys/api-key.ts';
import { listApiKeys } from '#app/core/api-keys/stored-keys.ts';
import { readPrices, type OfferPrices } from '#app/core/catalogue/prices.ts';
import { appUrl } from '#app/core/platform/addresses/app-url.ts';
import { allChips, chipsOfRule } from '#app/features/models/shared/rate-chips.ts';
import { figuresOf, findShown, type FoundShown } from '#app/features/models/shared/shown-models.server.ts';
import { pageAction, type SentForm } from '#app/http/page/page-action.ts';
import { redirectWithToast, type PageAnswer } from '#app/http/page/page-answers.ts';
import { pageLoader, type PageRequest } from '#app/http/page/page-loader.ts';
import { pageTexts } from '#app/ui/i18n/texts.server.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { calculate } from './calculation.server.ts';
import type { HistoryEntry, MissingData, ModelAnswer, ModelData } from './detail-data.ts';
import { readView, unknownIn } from './detail-query.ts';
import { parameterGroups } from './parameter-groups.server.ts';

const ID_MAX = 160;

/** Returns the value of a key to its owner, rate-limited and recorded in the audit log. */
type RevealKey = (named: { userId: string; keyId: string }) => Promise<string>;

/**
 * The data of a model's page. A retired id redirects to its successor, which shows a notice; an unknown id is
 * a 404 with similar names.
 */
export const loadModel = pageLoader({ auth: 'visitor' }, async ({ user, request, url, params }) => {
  const id = idIn(params);
  const texts = await pageTexts(request, 'models');
  const found = await find(id);
  if (found.kind === 'missing') {
    const page: MissingData | ModelData = found;
    return data({ texts, page }, { status: 404 });
  }
  const { model, retired } = found;
  if (retired) throw redirect(`${modelHref(model.id)}?from=${encodeURIComponent(id)}`);
  const page: MissingData | ModelData = await readModel(found, url.searchParams, user);
  return data({ texts, page });
});

function idIn({ provider, modelName }: PageRequest['params']): string {
  return `${provider}/${modelName}`;
}

async function find(id: string): Promise<({ kind: 'listed' } & FoundShown) | MissingData> {
  try {
    return { kind: 'listed', ...(await findShown(id)) };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'model_not_found') throw error;
    const near = String(error.params.near ?? '').split(', ');
    return { kind: 'missing', id: id.slice(0, ID_MAX), near: near.filter(Boolean) };
  }
}

async function readModel(
  { model, parameters, choosesAmong }: FoundShown,
  params: URLSearchParams,
  user: SessionUser | null,
): Promise<ModelData> {
  const at = new Date();
  const { offers } = model;
  const [prices, figures, groups] = await Promise.all([
    readPrices(offers, at),
    figuresOf(offers),
    parameterGroups(model, parameters),
  ]);
  const calculator = calculate(params, { offers, priceOf: (id) => prices.get(id)?.now, at });
  const wanted = params.get('resolution');
  const isResolutionUnknown = Boolean(wanted) && wanted !== calculator.resolution;
  return {
    kind: 'found',
    model,
    retired: await retiredFrom(params.get('from'), model.id),
    view: readView(params),
    adjusted: [...unknownIn(params), ...(isResolutionUnknown ? (['resolution'] as const) : [])],
    rates: allChips(offers[0]?.rates ?? {}),
    figures,
    history: offers.flatMap(({ id, name }) => toHistory(name, prices.get(id))),
    calculator,
    parameters: groups,
    choosesAmong,
    origin: appUrl(),
    account: user && {
      keyName: (await firstKey(user.id))?.name ?? null,
      isDefault: user.defaultModel === model.id,
    },
  };
}

/** The id in `?from=`, if it redirects to this model: the address alone proves nothing. */
async function retiredFrom(id: string | null, modelId: string): Promise<FoundShown['retired']> {
  if (id === null || id.length > ID_MAX) return null;
  const found = await find(id);
  return found.kind === 'listed' && found.model.id === modelId ? found.retired : null;
}

function toHistory(offer: string, prices: OfferPrices | undefined): HistoryEntry[] {
  return (prices?.all ?? []).map((price) => ({
    id: price.id,
    offer,
    from: price.validFrom.toISOString(),
    until: price.validUntil?.toISOString() ?? null,
    isNow: price === prices?.now,
    rules: price.rules.map(({ when, rates }) => ({ when: when ?? null, rates: chipsOfRule(rates) })),
  }));
}

/**
 * Handles the form of the button that was clicked: makes the model the caller's default, or shows the
 * caller's first key in the samples. Only this answer has the value: no address and no cookie contains it.
 */
export const actOnModel = pageAction({
  auth: 'user',
  texts: 'keys',
  acts: { 'default-model': makeDefault, 'reveal-key': showKey },
  refuse: (error, { t }): ModelAnswer | null => (error.status === 429 ? { error: t('error.tooMany') } : null),
});

async function makeDefault(
  { user, params }: SentForm<'keys'>,
  _revealKey: RevealKey,
): Promise<PageAnswer<ModelAnswer>> {
  const model = idIn(params);
  await setDefaultModel({ userId: user.id, model });
  return redirectWithToast(modelHref(model), 'keys:defaultModel.saved', { status: 303 });
}

/** The form cannot choose the key, so that it cannot name a key of another user. */
async function showKey({ user }: SentForm<'keys'>, revealKey: RevealKey) {
  const key = await firstKey(user.id);
  return data<ModelAnswer>(key ? { keyValue: await revealKey({ userId: user.id, keyId: key.id }) } : {});
}

/** The first usable key of the caller's list. */
async function firstKey(userId: string): Promise<ApiKey | undefined> {
  const now = new Date();
  const keys = await listApiKeys(AUTOCOMMIT, userId, now);
  return keys.find((key) => stateOf(key, now) === 'active');
}
