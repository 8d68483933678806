import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { FoldersPage } from '#app/features/chat/side-bar/FoldersPage.tsx';
import { actOnFolders, loadFolders } from '#app/features/chat/side-bar/folders-page.server.ts';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';
import { Screen } from '#app/ui/layout/AppShell.tsx';
import type { FollowingHandle } from '#app/ui/live/use-reload-on-events.ts';

export const loader = loadFolders;
export const action = actOnFolders;
export const handle: FollowingHandle = { followsEvents: true };
export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'folders:title', error) },
];

export default function Page() {
  return (
    <Screen>
      <FoldersPage folders={useLoaderData<typeof loader>().folders} answer={useActionData<typeof action>()} />
    </Screen>
  );
}

export { ErrorPanel as ErrorBoundary };
