import { z } from 'zod';
import { AppError } from '#app/contracts/errors.ts';
import { SHARES_PATH } from '#app/contracts/shares/share.ts';
import { isId } from '#app/core/platform/ids.ts';
import { revokeShare } from '#app/core/shares/links.ts';
import { listShares } from '#app/core/shares/share.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import { pageAction } from '#app/http/page/page-action.ts';
import { redirectWithToast } from '#app/http/page/page-answers.ts';
import { pageLoader } from '#app/http/page/page-loader.ts';
import { pageTexts } from '#app/ui/i18n/texts.server.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { ShareList } from './owner-data.ts';
import { viewShare } from './view-share.server.ts';

const PAGE_SIZE = 25;

/** A page of the caller's links in any state: the newest, or those after the link in `?before=`. */
export const loadShares = pageLoader({ auth: 'user' }, async ({ user, request, url }) => {
  const before = url.searchParams.get('before') ?? '';
  if (before !== '' && !isId(before)) throw new AppError('invalid_request', { param: 'before' });
  const found = await listShares(AUTOCOMMIT, { userId: user.id, before, max: PAGE_SIZE + 1 });
  const links = found.slice(0, PAGE_SIZE).map(viewShare);
  const shares: ShareList = {
    links,
    isOlder: before !== '',
    nextBefore: found.length > PAGE_SIZE ? links.at(-1)!.id : null,
  };
  return { shares, texts: await pageTexts(request, 'shares') };
});

const SHARE_ID = z.object({ shareId: z.string().default('') });

/** Revokes the link whose button was confirmed. */
export const actOnShares = pageAction({
  auth: 'user',
  texts: 'shares',
  acts: {
    revoke: async ({ form, user }) => {
      await revokeShare({ userId: user.id, shareId: readFields(form, SHARE_ID).shareId });
      return redirectWithToast(SHARES_PATH, 'shares:done.revoked');
    },
  },
});
