import type { MetaFunction } from '@remix-run/node';
import { useLoaderData, useRouteLoaderData } from '@remix-run/react';
import { OverviewPage } from '#app/features/docs/OverviewPage.tsx';
import type { ChapterEntry } from '#app/features/docs/chapter-list.ts';
import { loadOverview } from '#app/features/docs/docs-page.server.ts';
import { readOpenApi } from '#app/features/hub-api/openapi/openapi-call.server.ts';
import { pageHead } from '#app/ui/i18n/page-head.ts';
import { pageText, pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = () => loadOverview(readOpenApi);

export const meta: MetaFunction = ({ matches, error }) => [
  ...pageHead(matches, {
    title: pageTitle(matches, 'docs:title', error),
    description: pageText(matches, 'docs:lead'),
    path: '/docs',
  }),
  { tagName: 'link', rel: 'alternate', type: 'text/markdown', href: '/docs.md' },
];

export default function Page() {
  const docs = useRouteLoaderData<{ chapters: ChapterEntry[] }>('routes/_shell._public.docs');
  return <OverviewPage chapters={docs?.chapters ?? []} tabs={useLoaderData<typeof loader>().tabs} />;
}
