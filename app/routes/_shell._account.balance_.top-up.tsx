import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { TopUpPage } from '#app/features/billing/top-up/TopUpPage.tsx';
import { actOnTopUp, loadTopUpPage } from '#app/features/billing/top-up/top-up-page.server.ts';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadTopUpPage;
export const action = actOnTopUp;
export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'topup:title', error) },
];

export default function Page() {
  return <TopUpPage topUp={useLoaderData<typeof loader>().topUp} answer={useActionData<typeof action>()} />;
}

export { ErrorPanel as ErrorBoundary };
