import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { PromptsPage } from '#app/features/prompts/PromptsPage.tsx';
import { loadPrompts } from '#app/features/prompts/prompts-page.server.ts';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadPrompts;
export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'prompts:title', error) },
];

export default function Page() {
  return <PromptsPage prompts={useLoaderData<typeof loader>().prompts} />;
}

export { ErrorPanel as ErrorBoundary };
