import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { ResetPage } from '#app/features/auth/password/ResetPage.tsx';
import { actOnReset, loadReset } from '#app/features/auth/password/reset-page.server.ts';
import { pageHeaders } from '#app/features/auth/page-headers.ts';
import { ErrorPage } from '#app/ui/errors/ErrorPage.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadReset;
export const action = actOnReset;
export const headers = pageHeaders;

export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'auth:reset.title', error) },
];

export default function Page() {
  return <ResetPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}

export { ErrorPage as ErrorBoundary };
