import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { SignInPage } from '#app/features/auth/account/SignInPage.tsx';
import { actOnAccount, loadAccount } from '#app/features/auth/account/account-page.server.ts';
import { pageHeaders } from '#app/features/auth/page-headers.ts';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadAccount;
export const action = actOnAccount;
export const headers = pageHeaders;

export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'auth:account.signInTitle', error) },
];

export default function Page() {
  return <SignInPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}

export { ErrorPanel as ErrorBoundary };
