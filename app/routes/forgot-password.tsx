import type { MetaFunction } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { ForgotPage } from '#app/features/auth/password/ForgotPage.tsx';
import { actOnForgot, loadForgot } from '#app/features/auth/password/forgot-page.server.ts';
import { pageHeaders } from '#app/features/auth/page-headers.ts';
import { ErrorPage } from '#app/ui/errors/ErrorPage.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadForgot;
export const action = actOnForgot;
export const headers = pageHeaders;

export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'auth:forgot.title', error) },
];

export default function Page() {
  return <ForgotPage answer={useActionData<typeof action>()} />;
}

export { ErrorPage as ErrorBoundary };
