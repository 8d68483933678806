import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { RegisterPage } from '#app/features/auth/register/RegisterPage.tsx';
import { actOnRegister, loadRegister } from '#app/features/auth/register/register-page.server.ts';
import { pageHeaders } from '#app/features/auth/page-headers.ts';
import { ErrorPage } from '#app/ui/errors/ErrorPage.tsx';
import { pageHead } from '#app/ui/i18n/page-head.ts';
import { pageText, pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadRegister;
export const action = actOnRegister;
export const headers = pageHeaders;

export const meta: MetaFunction = ({ matches, error }) =>
  pageHead(matches, {
    title: pageTitle(matches, 'auth:register.title', error),
    description: pageText(matches, 'site:about.register'),
    path: '/register',
  });

export default function Page() {
  return <RegisterPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}

export { ErrorPage as ErrorBoundary };
