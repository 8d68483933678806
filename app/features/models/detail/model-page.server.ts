import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { modelHref } from '#app/contracts/catalogue/model-href.ts';
import { AppError } from '#app/contracts/errors.ts';
import { setDefaultModel } from '#app/core/accounts/account-settings.ts';
import type { SessionUser } from '#app/core/accounts/sessions/session-user.ts';
import { stateOf, type ApiKey } from '#app/core/api-keys/api-key.ts';
import { listApiKeys } from '#app/core/api-keys/stored-keys.ts';
import { readPrices, type OfferPrices } from '#app/core/catalogue/prices.ts';
import { consumeWriteQuota } from '#app/core/limits/quotas.ts';
import { appUrl } from '#app/core/platform/addresses/app-url.ts';
import { findUser, requireUser } from '#app/features/auth/require-user.server.ts';
import { allChips, chipsOfRule } from '#app/features/models/shared/rate-chips.ts';
import { figuresOf, findShown, type FoundShown } from '#app/features/models/shared/shown-models.server.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import { readForm } from '#app/http/body/read-body.ts';
import { errorResponse, toAppError } from '#app/http/error-response.ts';
import { pageTexts, translateFor } from '#app/ui/i18n/texts.server.ts';
import { flashCookie } from '#app/ui/toasts/flash.server.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { calculate } from './calculation.server.ts';
import type { HistoryEntry, MissingData, ModelAnswer, ModelData } from './detail-data.ts';
import { readView, unknownIn } from './detail-query.ts';

const ID_MAX = 160;

const BUTTON = z.object({ act: z.enum(['default-model', 'reveal-key']) });

/** Returns the value of a key to its owner, rate-limited and recorded in the audit log. */
type RevealKey = (named: { userId: string; keyId: string }) => Promise<string>;

/**
 * The data of a model's page. A retired id redirects to its successor, which shows a notice; an unknown id is
 * a 404 with similar names.
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
export async function actOnModel({ request, context, params }: ActionFunctionArgs, revealKey: RevealKey) {
  const user = await requireUser(request, context);
  const id = `${params.provider}/${params.modelName}`;
  const form = await readForm(request);
  try {
    await consumeWriteQuota(user.id);
    const { act } = readFields(form, BUTTON);
    if (act === 'default-model') return await makeDefault(user.id, id);
    return data<ModelAnswer>(await showKey(user.id, revealKey));
  } catch (thrown) {
    const error = toAppError(thrown, context.requestId);
    if (error.status !== 429) throw errorResponse(error);
    const t = await translateFor(request, 'keys');
    return data<ModelAnswer>({ error: t('error.tooMany') }, { status: error.status });
  }
}

async function makeDefault(userId: string, model: string): Promise<Response> {
  await setDefaultModel({ userId, model });
  const toast = flashCookie({ severity: 'success', key: 'keys:defaultModel.saved' });
  return redirect(modelHref(model), { status: 303, headers: { 'set-cookie': toast } });
}

/** The form cannot choose the key, so that it cannot name a key of another user. */
async function showKey(userId: string, revealKey: RevealKey): Promise<ModelAnswer> {
  const key = await firstKey(userId);
  return key ? { keyValue: await revealKey({ userId, keyId: key.id }) } : {};
}

/** The first usable key of the caller's list. */
async function firstKey(userId: string): Promise<ApiKey | undefined> {
  const now = new Date();
  const keys = await listApiKeys(AUTOCOMMIT, userId, now);
  return keys.find((key) => stateOf(key, now) === 'active');
}
