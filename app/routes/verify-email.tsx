import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { VerifyPage } from '#app/features/auth/verification/VerifyPage.tsx';
import { actOnVerify, loadVerify } from '#app/features/auth/verification/verify-page.server.ts';
import { pageHeaders } from '#app/features/auth/page-headers.ts';
import { ErrorPage } from '#app/ui/errors/ErrorPage.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadVerify;
export const action = actOnVerify;
export const headers = pageHeaders;

export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'auth:verify.title', error) },
];

export default function Page() {
  return (
    <VerifyPage {...useLoaderData<typeof loader>()} confirmed={useActionData<typeof action>()?.confirmed} />
  );
}

export { ErrorPage as ErrorBoundary };
