import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { SearchPage } from '#app/features/docs/SearchPage.tsx';
import { loadSearch } from '#app/features/docs/docs-page.server.ts';
import { readOpenApi } from '#app/features/hub-api/openapi/openapi-call.server.ts';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = (args: LoaderFunctionArgs) => loadSearch(args, readOpenApi);

/** Search results must not be indexed by search engines. */
export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'docs:search.title', error) },
  { name: 'robots', content: 'noindex' },
];

export default function Page() {
  const { query, findings } = useLoaderData<typeof loader>();
  return <SearchPage query={query} findings={findings} />;
}
