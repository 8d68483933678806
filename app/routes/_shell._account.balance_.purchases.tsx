import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { PurchasesPage } from '#app/features/billing/purchases/PurchasesPage.tsx';
import { loadPurchases } from '#app/features/billing/purchases/purchases-page.server.ts';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadPurchases;
export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'purchases:list.title', error) },
];

export default function Page() {
  const { purchases, isOlder } = useLoaderData<typeof loader>();
  return <PurchasesPage purchases={purchases} isOlder={isOlder} />;
}

export { ErrorPanel as ErrorBoundary };
