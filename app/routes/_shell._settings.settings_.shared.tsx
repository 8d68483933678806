import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { actOnShares, loadShares } from '#app/features/shares/owner/shares-page.server.ts';
import { SharesPage } from '#app/features/shares/owner/SharesPage.tsx';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadShares;
export const action = actOnShares;
export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'shares:list.title', error) },
];

export default function Page() {
  return <SharesPage shares={useLoaderData<typeof loader>().shares} />;
}

export { ErrorPanel as ErrorBoundary };
