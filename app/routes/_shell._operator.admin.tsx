import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { OverviewPage } from '#app/features/admin/overview/OverviewPage.tsx';
import { actOnOverview, loadOverview } from '#app/features/admin/overview/overview-page.server.ts';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadOverview;
export const action = actOnOverview;
export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'admin:nav.overview', error) },
];

export default function Page() {
  return <OverviewPage {...useLoaderData<typeof loader>()} />;
}

export { ErrorPanel as ErrorBoundary };
