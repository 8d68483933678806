import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { FilesPage } from '#app/features/files/page/FilesPage.tsx';
import { actOnFiles, loadFiles } from '#app/features/files/page/files-page.server.ts';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadFiles;
export const action = actOnFiles;
export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'files:title', error) },
];

export default function Page() {
  return <FilesPage files={useLoaderData<typeof loader>().files} />;
}

export { ErrorPanel as ErrorBoundary };
