import type { MetaFunction } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { ForgotPage } from '#app/features/auth/ForgotPage.tsx';
import { actOnForgot, loadForgot } from '#app/features/auth/forgot-page.server.ts';
import { pageHeaders } from '#app/features/auth/page-headers.ts';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadForgot;
export const action = actOnForgot;
export const headers = pageHeaders;

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle(matches, 'auth:forgot.title') }];

export default function Page() {
  return <ForgotPage answer={useActionData<typeof action>()} />;
}
