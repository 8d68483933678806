import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { PromptPage } from '#app/features/prompts/PromptPage.tsx';
import { actOnPrompt, loadPrompt } from '#app/features/prompts/prompt-page.server.ts';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadPrompt;
export const action = actOnPrompt;
export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'prompts:title', error) },
];

export default function Page() {
  return (
    <PromptPage prompt={useLoaderData<typeof loader>().prompt} answer={useActionData<typeof action>()} />
  );
}

export { ErrorPanel as ErrorBoundary };
