import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { ImportsPage } from '#app/features/imports/ImportsPage.tsx';
import { actOnImports, loadImports } from '#app/features/imports/imports-page.server.ts';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadImports;
export const action = actOnImports;
export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'imports:title', error) },
];

export default function Page() {
  return (
    <ImportsPage imports={useLoaderData<typeof loader>().imports} answer={useActionData<typeof action>()} />
  );
}

export { ErrorPanel as ErrorBoundary };
