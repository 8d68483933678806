import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { UserPage } from '#app/features/admin/user/UserPage.tsx';
import { actOnUser, loadUser } from '#app/features/admin/user/user-page.server.ts';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadUser;
export const action = actOnUser;
export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'admin:user.title', error) },
];

export default function Page() {
  return <UserPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}

export { ErrorPanel as ErrorBoundary };
