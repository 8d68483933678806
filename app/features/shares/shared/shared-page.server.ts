import { data, redirect } from '@remix-run/node';
import { z } from 'zod';
import { AppError } from '#app/contracts/errors.ts';
import { sharePath } from '#app/contracts/shares/share.ts';
import { consumeShareQuota, consumeViewQuota } from '#app/core/limits/quotas.ts';
import { config } from '#app/core/platform/config.ts';
import { isId, newId } from '#app/core/platform/ids.ts';
import { copyShare } from '#app/core/shares/copy.ts';
import { openShare, unlockShare } from '#app/core/shares/opening.ts';
import { readSharedPage } from '#app/core/shares/shared-branch.ts';
import { countView } from '#app/core/shares/views.ts';
import { PRIVACY_HEADERS } from '#app/features/shares/privacy-headers.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import { pageAction, type SentForm } from '#app/http/page/page-action.ts';
import { signInAndComeBack } from '#app/http/page/page-caller.ts';
import { pageLoader } from '#app/http/page/page-loader.ts';
import { pageTexts, translateFor } from '#app/ui/i18n/texts.server.ts';
import { markdownLabels } from '#app/ui/markdown/labels.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { readPass, setPass } from './pass-cookie.server.ts';
import type { LockedChat, SharedAnswer, SharedChat } from './shared-data.ts';
import { viewShared, type SharedPlace } from './shared-view.server.ts';

/**
 * Loads a page of a shared chat, or the form for its password. `?via=` is a message of the branch, `?from=` the
 * first message of the page.
 * @throws Response redirect to sign in; 404, the same for every link that does not open
 */
export const loadShared = pageLoader({ auth: 'visitor' }, async ({ user, request, url, params, context }) => {
  await consumeViewQuota(context.clientAddress);
  const token = String(params.token);
  const reader = { userId: user?.id ?? null, pass: await readPass(request, token) };
  const { state, share } = await openShare(token, reader);
  if (state === 'sign-in') throw signInAndComeBack({ request });
  const [t, texts] = await Promise.all([translateFor(request, 'chat'), pageTexts(request, 'shares')]);
  const init = { headers: PRIVACY_HEADERS };
  const report = reportAddress();
  if (state === 'password') return data({ chat: { state, token, report } satisfies LockedChat, texts }, init);
  const place = placeOf(url.searchParams);
  const page = await readSharedPage(AUTOCOMMIT, share, place);
  const isFirst = place.via === undefined && place.from === undefined;
  if (isFirst && request.method === 'GET' && reader.userId !== share.userId) countView(share.id);
  const chat: SharedChat = {
    state,
    token,
    title: share.title,
    author: share.author,
    prompt: share.prompt,
    updatedAt: share.updatedAt.toISOString(),
    revision: share.revision,
    ...(await viewShared(share, page, { place, labels: markdownLabels(t) })),
    copyId: newId(),
    canContinue: reader.userId !== null,
    cardTitle: share.showsTitleInCard ? share.title : null,
    report,
  };
  return data({ chat, texts }, init);
});

/** Checks the password of a link, or copies its chat for a signed-in reader. */
export const actOnShared = pageAction({
  auth: 'visitor',
  texts: 'shares',
  acts: { unlock, continue: continueChat },
  refuse: (error, { t }): SharedAnswer | null => {
    if (error.code === 'forbidden' && error.param === 'password') return { password: t('unlock.wrong') };
    if (error.code === 'too_many_tries') return { password: t('unlock.tooMany') };
    return error.code === 'conflict' ? { isOutdated: true } : null;
  },
});

type Sent = SentForm<'shares', object, 'visitor'>;

async function unlock({ form, params, context }: Sent) {
  const token = String(params.token);
  const password = form.get('password');
  const pass = await unlockShare(token, {
    address: context.clientAddress,
    password: typeof password === 'string' ? password : '',
  });
  const headers = { ...PRIVACY_HEADERS, 'set-cookie': await setPass(token, pass) };
  return redirect(sharePath(token), { headers });
}

const COPY = z.object({ copyId: z.string().refine(isId), revision: z.coerce.number().int() });

async function continueChat({ form, params, request, user }: Sent) {
  if (user === null) throw signInAndComeBack({ request });
  const token = String(params.token);
  const { state, share } = await openShare(token, {
    userId: user.id,
    pass: await readPass(request, token),
  });
  if (state !== 'open') throw new AppError('not_found');
  const { copyId, revision } = readFields(form, COPY);
  await consumeShareQuota(user.id);
  await copyShare({ userId: user.id, share, revision, conversationId: copyId });
  return redirect(`/chat/${copyId}`);
}

const PLACE = z.coerce.number().int().positive();

/** Parameters that are no places are ignored. */
function placeOf(query: URLSearchParams): SharedPlace {
  const read = (name: string) => PLACE.safeParse(query.get(name) ?? undefined).data;
  return { via: read('via'), from: read('from') };
}

/** The operator's address for reports, as a link; null for none. */
function reportAddress(): string | null {
  const { ABUSE_ADDRESS: address } = config();
  if (address === undefined) return null;
  return /^https?:/.test(address) ? address : `mailto:${address}`;
}
