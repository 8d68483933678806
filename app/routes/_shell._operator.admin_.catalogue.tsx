import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { CataloguePage } from '#app/features/admin/catalogue/CataloguePage.tsx';
import { actOnCatalogue, loadCatalogue } from '#app/features/admin/catalogue/catalogue-page.server.ts';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadCatalogue;
export const action = actOnCatalogue;
export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'admin:nav.catalogue', error) },
];

export default function Page() {
  return <CataloguePage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}

export { ErrorPanel as ErrorBoundary };
