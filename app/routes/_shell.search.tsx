import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { SearchPage } from '#app/features/chat/side-bar/SearchPage.tsx';
import { loadTitleSearch } from '#app/features/chat/side-bar/load-side-bar.server.ts';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';
import { Screen } from '#app/ui/layout/AppShell.tsx';

export const loader = loadTitleSearch;
export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'chat:search.title', error) },
];

export default function Page() {
  return (
    <Screen>
      <SearchPage {...useLoaderData<typeof loader>()} />
    </Screen>
  );
}

export { ErrorPanel as ErrorBoundary };
