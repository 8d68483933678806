import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { MovePage } from '#app/features/chat/side-bar/MovePage.tsx';
import { actOnMove, loadMove } from '#app/features/chat/side-bar/folders-page.server.ts';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';
import { Screen } from '#app/ui/layout/AppShell.tsx';
import type { FollowingHandle } from '#app/ui/live/use-reload-on-events.ts';

export const loader = loadMove;
export const action = actOnMove;
export const handle: FollowingHandle = { followsEvents: true };
export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'folders:move', error) },
];

export default function Page() {
  return (
    <Screen>
      <MovePage move={useLoaderData<typeof loader>().move} answer={useActionData<typeof action>()} />
    </Screen>
  );
}

export { ErrorPanel as ErrorBoundary };
