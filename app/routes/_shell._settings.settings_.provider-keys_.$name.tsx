import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { ProviderKeyPage } from '#app/features/provider-keys/ProviderKeyPage.tsx';
import { actOnKeyForm, loadKeyForm } from '#app/features/provider-keys/provider-keys-page.server.ts';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadKeyForm;
export const action = actOnKeyForm;
export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'settings:providerKeys.title', error) },
];

export default function Page() {
  const { form } = useLoaderData<typeof loader>();
  return <ProviderKeyPage form={form} refused={useActionData<typeof action>()?.refused} />;
}

export { ErrorPanel as ErrorBoundary };
