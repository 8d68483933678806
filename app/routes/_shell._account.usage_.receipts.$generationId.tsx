import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { loadReceipt } from '#app/features/usage/receipt/receipt-page.server.ts';
import { ReceiptPage } from '#app/features/usage/receipt/ReceiptPage.tsx';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadReceipt;
export const meta: MetaFunction<typeof loader> = ({ matches, error }) => [
  { title: pageTitle(matches, 'receipt:title', error) },
];

export default function Page() {
  const { receipt, content } = useLoaderData<typeof loader>();
  return <ReceiptPage receipt={receipt} content={content} />;
}

export { ErrorPanel as ErrorBoundary };
