import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { actOnChatShares, loadChatShares } from '#app/features/shares/owner/chat-shares-page.server.ts';
import { ChatSharesPage } from '#app/features/shares/owner/ChatSharesPage.tsx';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';
import { Screen } from '#app/ui/layout/AppShell.tsx';

export const loader = loadChatShares;
export const action = actOnChatShares;
export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'shares:manage.title', error) },
];

export default function Page() {
  const { t } = useTranslation('shares');
  return (
    <Screen header={<p className="px-2 font-semibold">{t('manage.title')}</p>}>
      <ChatSharesPage
        shares={useLoaderData<typeof loader>().shares}
        answer={useActionData<typeof action>()}
      />
    </Screen>
  );
}

export function ErrorBoundary() {
  return (
    <Screen>
      <ErrorPanel />
    </Screen>
  );
}
