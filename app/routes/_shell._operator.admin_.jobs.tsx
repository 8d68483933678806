import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { JobsPage } from '#app/features/admin/jobs/JobsPage.tsx';
import { actOnJobs, loadJobs } from '#app/features/admin/jobs/jobs-page.server.ts';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadJobs;
export const action = actOnJobs;
export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'admin:nav.jobs', error) },
];

export default function Page() {
  return <JobsPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}

export { ErrorPanel as ErrorBoundary };
