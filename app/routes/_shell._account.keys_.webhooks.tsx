import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { WebhooksPage } from '#app/features/webhooks/WebhooksPage.tsx';
import { actOnWebhooks, loadWebhooks } from '#app/features/webhooks/webhooks-page.server.ts';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadWebhooks;
export const action = actOnWebhooks;
export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'webhooks:title', error) },
];

export default function Page() {
  const { endpoints, createRef } = useLoaderData<typeof loader>();
  return <WebhooksPage endpoints={endpoints} createRef={createRef} answer={useActionData<typeof action>()} />;
}

export { ErrorPanel as ErrorBoundary };
