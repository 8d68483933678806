import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { TrashPage } from '#app/features/chat/side-bar/TrashPage.tsx';
import { actOnTrash, loadTrash } from '#app/features/chat/side-bar/trash-page.server.ts';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';
import { Screen } from '#app/ui/layout/AppShell.tsx';
import type { FollowingHandle } from '#app/ui/live/use-reload-on-events.ts';

export const loader = loadTrash;
export const action = actOnTrash;
export const handle: FollowingHandle = { followsEvents: true };
export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'chat:list.trash', error) },
];

export default function Page() {
  return (
    <Screen>
      <TrashPage
        {...useLoaderData<typeof loader>()}
        refused={useActionData<typeof action>()?.first ?? null}
      />
    </Screen>
  );
}

export { ErrorPanel as ErrorBoundary };
