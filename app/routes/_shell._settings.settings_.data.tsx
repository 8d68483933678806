import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { actOnAccount, loadAccount } from '#app/features/auth/account/account-page.server.ts';
import { DownloadCard } from '#app/features/auth/account/download/DownloadCard.tsx';
import { pageHeaders } from '#app/features/auth/page-headers.ts';
import { ProviderKeysSetting } from '#app/features/provider-keys/ProviderKeysSetting.tsx';
import { DataPage } from '#app/features/settings/DataPage.tsx';
import { Card } from '#app/ui/components/Card.tsx';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadAccount;
export const action = actOnAccount;
export const headers = pageHeaders;

export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'settings:pages.data', error) },
];

export default function Page() {
  const { profile } = useLoaderData<typeof loader>();
  return (
    <DataPage>
      <DownloadCard email={profile.email} answer={useActionData<typeof action>()} />
      <Card>
        <ProviderKeysSetting />
      </Card>
    </DataPage>
  );
}

export { ErrorPanel as ErrorBoundary };
