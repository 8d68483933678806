import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { EndpointPage } from '#app/features/webhooks/EndpointPage.tsx';
import { actOnEndpoint, loadEndpoint } from '#app/features/webhooks/webhooks-page.server.ts';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadEndpoint;
export const action = actOnEndpoint;
export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'webhooks:edit.title', error) },
];

export default function Page() {
  const { endpoint, deliveries } = useLoaderData<typeof loader>();
  return <EndpointPage endpoint={endpoint} deliveries={deliveries} answer={useActionData<typeof action>()} />;
}

export { ErrorPanel as ErrorBoundary };
