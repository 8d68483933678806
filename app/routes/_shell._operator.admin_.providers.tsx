import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ProvidersPage } from '#app/features/admin/providers/ProvidersPage.tsx';
import { actOnProviders, loadProviders } from '#app/features/admin/providers/providers-page.server.ts';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadProviders;
export const action = actOnProviders;
export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'admin:nav.providers', error) },
];

export default function Page() {
  return <ProvidersPage {...useLoaderData<typeof loader>()} />;
}

export { ErrorPanel as ErrorBoundary };
