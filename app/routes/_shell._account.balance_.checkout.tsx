import type { HeadersFunction, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { CheckoutPage } from '#app/features/billing/buy/CheckoutPage.tsx';
import { actOnCheckout, loadCheckout } from '#app/features/billing/buy/checkout-page.server.ts';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadCheckout;
export const action = actOnCheckout;

export const headers: HeadersFunction = ({ actionHeaders }) => {
  const refresh = actionHeaders.get('refresh');
  return new Headers(refresh === null ? {} : { refresh });
};

export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'purchases:add.title', error) },
];

export default function Page() {
  const { choices } = useLoaderData<typeof loader>();
  return <CheckoutPage choices={choices} answer={useActionData<typeof action>()} />;
}

export { ErrorPanel as ErrorBoundary };
