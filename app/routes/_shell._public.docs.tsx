import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData, type ShouldRevalidateFunction } from '@remix-run/react';
import { DocsFrame } from '#app/features/docs/DocsFrame.tsx';
import { loadDocs } from '#app/features/docs/docs-page.server.ts';
import styles from '#app/features/docs/docs.css?url';
import { readOpenApi } from '#app/features/hub-api/openapi/openapi-call.server.ts';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

export const loader = (args: LoaderFunctionArgs) => loadDocs(args, readOpenApi);

/** The list of chapters stays the same from page to page. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, defaultShouldRevalidate }) =>
  formMethod !== undefined && formMethod !== 'GET' && defaultShouldRevalidate;

/** The layout of the documents. */
export default function DocsLayout() {
  const { chapters } = useLoaderData<typeof loader>();
  return (
    <DocsFrame chapters={chapters}>
      <Outlet />
    </DocsFrame>
  );
}

export { ErrorPanel as ErrorBoundary };
