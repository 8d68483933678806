import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { UsersPage } from '#app/features/admin/users/UsersPage.tsx';
import { actOnUsers, loadUsers } from '#app/features/admin/users/users-page.server.ts';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadUsers;
export const action = actOnUsers;
export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'admin:nav.users', error) },
];

export default function Page() {
  return <UsersPage {...useLoaderData<typeof loader>()} />;
}

export { ErrorPanel as ErrorBoundary };
