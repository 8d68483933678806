import type { LinksFunction, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { sharePath } from '#app/contracts/shares/share.ts';
import { privacyHeaders } from '#app/features/shares/privacy-headers.ts';
import { MissingSharePage } from '#app/features/shares/shared/MissingSharePage.tsx';
import { SharedChatPage } from '#app/features/shares/shared/SharedChatPage.tsx';
import { actOnShared, loadShared } from '#app/features/shares/shared/shared-page.server.ts';
import { UnlockPage } from '#app/features/shares/shared/UnlockPage.tsx';
import { describeError } from '#app/ui/errors/error-kind.ts';
import { pageHead } from '#app/ui/i18n/page-head.ts';
import { pageText, pageTitle } from '#app/ui/i18n/page-title.ts';
import styles from '../features/shares/shares.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }];
export const loader = loadShared;
export const action = actOnShared;
export const headers = privacyHeaders;

const NOT_LISTED = { name: 'robots', content: 'noindex, nofollow' };

/** The tab shows the title of an open chat; previews of the link show it only if its owner allows it. */
export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) => {
  if (!data) {
    const other = describeError(error).status === 404 ? null : error;
    return [{ title: pageTitle(matches, 'site:sharedGone.title', other) }, NOT_LISTED];
  }
  const { chat } = data;
  const general = pageTitle(matches, 'shares:page.kind');
  const card = chat.state === 'open' ? (chat.cardTitle ?? general) : general;
  const [, ...head] = pageHead(matches, {
    title: card,
    description: pageText(matches, 'shares:page.description'),
    path: sharePath(chat.token),
  });
  return [{ title: chat.state === 'open' ? chat.title : general }, ...head, NOT_LISTED];
};

export default function Page() {
  const { chat } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (chat.state === 'password') return <UnlockPage chat={chat} answer={answer} />;
  return <SharedChatPage chat={chat} answer={answer} />;
}

export { MissingSharePage as ErrorBoundary };
