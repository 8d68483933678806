import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ArchivePage } from '#app/features/chat/side-bar/ArchivePage.tsx';
import { loadArchive } from '#app/features/chat/side-bar/load-side-bar.server.ts';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';
import { Screen } from '#app/ui/layout/AppShell.tsx';
import type { FollowingHandle } from '#app/ui/live/use-reload-on-events.ts';

export const loader = loadArchive;
export const handle: FollowingHandle = { followsEvents: true };
export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'chat:list.archived', error) },
];

export default function Page() {
  return (
    <Screen>
      <ArchivePage {...useLoaderData<typeof loader>()} />
    </Screen>
  );
}

export { ErrorPanel as ErrorBoundary };
