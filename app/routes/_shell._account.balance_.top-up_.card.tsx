import type { HeadersFunction, MetaFunction } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { CardPage } from '#app/features/billing/top-up/CardPage.tsx';
import { actOnCard, loadCardPage } from '#app/features/billing/top-up/card-page.server.ts';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadCardPage;
export const action = actOnCard;

export const headers: HeadersFunction = ({ actionHeaders }) => {
  const refresh = actionHeaders.get('refresh');
  return new Headers(refresh === null ? {} : { refresh });
};

export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'topup:card.save', error) },
];

export default function Page() {
  return <CardPage answer={useActionData<typeof action>()} />;
}

export { ErrorPanel as ErrorBoundary };
