import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { actOnKeys, loadKeys } from '#app/features/provider-keys/provider-keys-page.server.ts';
import { ProviderKeysPage } from '#app/features/provider-keys/ProviderKeysPage.tsx';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadKeys;
export const action = actOnKeys;
export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'settings:providerKeys.title', error) },
];

export default function Page() {
  return <ProviderKeysPage lines={useLoaderData<typeof loader>().lines} />;
}

export { ErrorPanel as ErrorBoundary };
