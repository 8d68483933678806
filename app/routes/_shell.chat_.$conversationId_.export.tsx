import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ExportPage } from '#app/features/exports/ExportPage.tsx';
import { loadExport } from '#app/features/exports/export-page.server.ts';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';
import { Screen } from '#app/ui/layout/AppShell.tsx';

export const loader = loadExport;
export const meta: MetaFunction<typeof loader> = ({ matches, error }) => [
  { title: pageTitle(matches, 'exports:title', error) },
];

export default function Page() {
  return (
    <Screen>
      <ExportPage data={useLoaderData<typeof loader>()} />
    </Screen>
  );
}

export { ErrorPanel as ErrorBoundary };
