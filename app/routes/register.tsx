import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { RegisterPage } from '#app/features/auth/RegisterPage.tsx';
import { actOnRegister, loadRegister } from '#app/features/auth/register-page.server.ts';
import { pageHeaders } from '#app/features/auth/page-headers.ts';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadRegister;
export const action = actOnRegister;
export const headers = pageHeaders;

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle(matches, 'auth:register.title') }];

export default function Page() {
  return <RegisterPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}
