import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ImportPage } from '#app/features/imports/ImportPage.tsx';
import { loadImport } from '#app/features/imports/imports-page.server.ts';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadImport;
export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'imports:title', error) },
];

export default function Page() {
  const { line, report } = useLoaderData<typeof loader>();
  return <ImportPage line={line} report={report} />;
}

export { ErrorPanel as ErrorBoundary };
