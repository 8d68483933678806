import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { loadCompare } from '#app/features/models/compare/compare-page.server.ts';
import { ComparePage } from '#app/features/models/compare/ComparePage.tsx';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageHead } from '#app/ui/i18n/page-head.ts';
import { pageText, pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadCompare;

export const meta: MetaFunction = ({ matches, error }) =>
  pageHead(matches, {
    title: pageTitle(matches, 'models:compare.title', error),
    description: pageText(matches, 'models:compare.about'),
    path: '/models/compare',
  });

export default function Page() {
  return <ComparePage page={useLoaderData<typeof loader>().page} />;
}

export { ErrorPanel as ErrorBoundary };
