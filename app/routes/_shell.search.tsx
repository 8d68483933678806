import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { SearchPage } from '#app/features/search/SearchPage.tsx';
import { loadSearch } from '#app/features/search/search-page.server.ts';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';
import { Screen } from '#app/ui/layout/AppShell.tsx';

export const loader = loadSearch;
export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'search:title', error) },
];

export default function Page() {
  return (
    <Screen>
      <SearchPage {...useLoaderData<typeof loader>().search} />
    </Screen>
  );
}

export { ErrorPanel as ErrorBoundary };
