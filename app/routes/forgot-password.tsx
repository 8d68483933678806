import type { MetaFunction } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { pageHeaders } from '#app/features/auth/page-headers.ts';
import { ForgotPage } from '#app/features/auth/password/ForgotPage.tsx';
import { actOnForgot, loadForgot } from '#app/features/auth/password/reset-page.server.ts';
import { ErrorPage } from '#app/ui/errors/ErrorPage.tsx';
import { pageHead } from '#app/ui/i18n/page-head.ts';
import { pageText, pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadForgot;
export const action = actOnForgot;
export const headers = pageHeaders;

export const meta: MetaFunction = ({ matches, error }) =>
  pageHead(matches, {
    title: pageTitle(matches, 'auth:forgot.title', error),
    description: pageText(matches, 'site:about.forgot'),
    path: '/forgot-password',
  });

export default function Page() {
  return <ForgotPage answer={useActionData<typeof action>()} />;
}

export { ErrorPage as ErrorBoundary };
