import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { AuditPage } from '#app/features/admin/audit/AuditPage.tsx';
import { actOnAudit, loadAudit } from '#app/features/admin/audit/audit-page.server.ts';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadAudit;
export const action = actOnAudit;
export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'admin:nav.audit', error) },
];

export default function Page() {
  return <AuditPage {...useLoaderData<typeof loader>()} />;
}

export { ErrorPanel as ErrorBoundary };
