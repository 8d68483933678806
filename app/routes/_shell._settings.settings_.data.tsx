import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { isArchiveForm } from '#app/contracts/exports/archive.ts';
import { actOnAccount, loadAccount } from '#app/features/auth/account/account-page.server.ts';
import { DownloadCard } from '#app/features/auth/account/download/DownloadCard.tsx';
import { pageHeaders } from '#app/features/auth/page-headers.ts';
import { actOnArchive, loadArchive } from '#app/features/exports/archive/archive-page.server.ts';
import { ArchiveCard } from '#app/features/exports/archive/ArchiveCard.tsx';
import { ProviderKeysSetting } from '#app/features/provider-keys/ProviderKeysSetting.tsx';
import { DataPage } from '#app/features/settings/DataPage.tsx';
import { Card } from '#app/ui/components/Card.tsx';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = async (args: LoaderFunctionArgs) => {
  const [account, archive] = await Promise.all([loadAccount(args), loadArchive(args)]);
  return { ...account, ...archive };
};

export const action = (args: ActionFunctionArgs) =>
  isArchiveForm(args.request.url) ? actOnArchive(args) : actOnAccount(args);

export const headers = pageHeaders;

export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'settings:pages.data', error) },
];

export default function Page() {
  const { profile, archive } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const error = answer && 'archiveError' in answer ? answer.archiveError : undefined;
  return (
    <DataPage>
      <ArchiveCard archive={archive} error={error} />
      <DownloadCard email={profile.email} answer={answer && 'archiveError' in answer ? undefined : answer} />
      <Card>
        <ProviderKeysSetting />
      </Card>
    </DataPage>
  );
}

export { ErrorPanel as ErrorBoundary };
