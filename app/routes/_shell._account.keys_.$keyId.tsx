import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { KeyPage } from '#app/features/api-keys/KeyPage.tsx';
import { actOnKey, loadKey } from '#app/features/api-keys/key-page.server.ts';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadKey;
export const action = actOnKey;
export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'keys:edit.title', error) },
];

export default function Page() {
  const { key, ...page } = useLoaderData<typeof loader>();
  return <KeyPage apiKey={key} {...page} answer={useActionData<typeof action>()} />;
}

export { ErrorPanel as ErrorBoundary };
