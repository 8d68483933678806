import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ReceiptPage } from '#app/features/billing/purchases/ReceiptPage.tsx';
import { loadReceipt } from '#app/features/billing/purchases/purchases-page.server.ts';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadReceipt;
export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'purchases:receipt.title', error) },
];

export default function Page() {
  const { receipt, buyer, sellerEmail } = useLoaderData<typeof loader>();
  return <ReceiptPage receipt={receipt} buyer={buyer} sellerEmail={sellerEmail} />;
}

export { ErrorPanel as ErrorBoundary };
