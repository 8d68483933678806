import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { loadModelList } from '#app/features/models/list/models-page.server.ts';
import { ModelsPage } from '#app/features/models/list/ModelsPage.tsx';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageHead } from '#app/ui/i18n/page-head.ts';
import { pageText, pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadModelList;

export const meta: MetaFunction = ({ matches, error }) =>
  pageHead(matches, {
    title: pageTitle(matches, 'models:title', error),
    description: pageText(matches, 'models:about'),
    path: '/models',
  });

export default function Page() {
  return <ModelsPage data={useLoaderData<typeof loader>()} />;
}

export { ErrorPanel as ErrorBoundary };
