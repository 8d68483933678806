import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { LoginPage } from '#app/features/auth/login/LoginPage.tsx';
import { actOnLogin, loadLogin } from '#app/features/auth/login/login-page.server.ts';
import { pageHeaders } from '#app/features/auth/page-headers.ts';
import { ErrorPage } from '#app/ui/errors/ErrorPage.tsx';
import { pageHead } from '#app/ui/i18n/page-head.ts';
import { pageText, pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadLogin;
export const action = actOnLogin;
export const headers = pageHeaders;

export const meta: MetaFunction = ({ matches, error }) =>
  pageHead(matches, {
    title: pageTitle(matches, 'auth:login.title', error),
    description: pageText(matches, 'site:about.login'),
    path: '/login',
  });

export default function Page() {
  return <LoginPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}

export { ErrorPage as ErrorBoundary };
