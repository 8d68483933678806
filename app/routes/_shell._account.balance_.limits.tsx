import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { LimitsPage } from '#app/features/billing/caps/LimitsPage.tsx';
import { loadLimitsPage, saveLimits } from '#app/features/billing/caps/limits-page.server.ts';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadLimitsPage;
export const action = saveLimits;
export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'limits:title', error) },
];

export default function Page() {
  return (
    <LimitsPage limits={useLoaderData<typeof loader>().limits} answer={useActionData<typeof action>()} />
  );
}

export { ErrorPanel as ErrorBoundary };
