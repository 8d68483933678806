import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { PaymentsPage } from '#app/features/admin/payments/PaymentsPage.tsx';
import { actOnPayments, loadPayments } from '#app/features/admin/payments/payments-page.server.ts';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadPayments;
export const action = actOnPayments;
export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'admin:nav.payments', error) },
];

export default function Page() {
  return <PaymentsPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}

export { ErrorPanel as ErrorBoundary };
