import { data, redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { modelHref } from '#app/contracts/catalogue/model-href.ts';
import { AppError } from '#app/contracts/errors.ts';
import type { SessionUser } from '#app/core/accounts/sessions/session-user.ts';
import { readPrices, type OfferPrices } from '#app/core/catalogue/prices.ts';
import { appUrl } from '#app/core/platform/addresses/app-url.ts';
import { findUser } from '#app/features/auth/require-user.server.ts';
import { pageTexts } from '#app/ui/i18n/texts.server.ts';
import { figuresOf } from '../shared/figures.server.ts';
import { findShown, type FoundShown } from '../shared/find-shown.server.ts';
import { allChips, chipsOfRule } from '../shared/rate-chips.ts';
import { calculate } from './calculate.server.ts';
import type { HistoryEntry, MissingData, ModelData } from './detail-data.ts';
import { readView, unknownIn } from './detail-query.ts';
import { firstKey } from './own-key.server.ts';

const ID_MAX = 160;

/**
 * All about a model. A retired id leads to the page of its successor, which says so; one that nobody knows is a 404 that
 * names those which may have been meant.
 */
export async function loadModel({ request, context, params }: LoaderFunctionArgs) {
  const id = `${params.provider}/${params.modelName}`;
  const texts = await pageTexts(request, 'models');
  const found = await find(id);
  if (found.kind === 'missing') {
    const page: MissingData | ModelData = found;
    return data({ texts, page }, { status: 404 });
  }
  const { model, retired } = found;
  if (retired) throw redirect(`${modelHref(model.id)}?from=${encodeURIComponent(id)}`);
  const user = await findUser(request, context);
  const page: MissingData | ModelData = await readModel(found, new URL(request.url).searchParams, user);
  return data({ texts, page });
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
  const [prices, figures] = await Promise.all([readPrices(offers, at), figuresOf(offers)]);
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
    parameters,
    choosesAmong,
    origin: appUrl(),
    account: user && {
      keyName: (await firstKey(user.id))?.name ?? null,
      isDefault: user.defaultModel === model.id,
    },
  };
}

/** The id of `?from=`, where it is one that leads to this model: the address alone proves nothing. */
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
