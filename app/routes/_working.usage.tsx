import type { HeadersFunction, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { loadUsage } from '#app/features/usage/usage-page.server.ts';
import { UsagePage } from '#app/features/usage/UsagePage.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadUsage;
export const headers: HeadersFunction = () => ({ 'cache-control': 'private, no-store' });

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle(matches, 'usage:title') }];

export default function Page() {
  return <UsagePage usage={useLoaderData<typeof loader>()} />;
}
