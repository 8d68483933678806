import type { MetaFunction } from '@remix-run/node';
import { redirect, useLoaderData, type ClientLoaderFunctionArgs } from '@remix-run/react';
import { readFilter, rememberedSearch } from '#app/features/usage/filter/remembered-filter.ts';
import { loadUsage } from '#app/features/usage/usage-page.server.ts';
import { UsagePage } from '#app/features/usage/UsagePage.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadUsage;
export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle(matches, 'usage:title') }];

/** On a navigation from another page of the application, redirects to the remembered filter at once. */
export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  const isShown = pathname + search === location.pathname + location.search;
  const remembered = isShown ? null : rememberedSearch(search, readFilter());
  if (remembered !== null) throw redirect(pathname + remembered);
  return serverLoader<typeof loader>();
}

export default function Page() {
  return <UsagePage data={useLoaderData<typeof loader>()} />;
}
