import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { KeysPage } from '#app/features/api-keys/KeysPage.tsx';
import { actOnKeys, loadKeys } from '#app/features/api-keys/keys-page.server.ts';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadKeys;
export const action = actOnKeys;
export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'keys:title', error) },
];

export default function Page() {
  return <KeysPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}

export { ErrorPanel as ErrorBoundary };
