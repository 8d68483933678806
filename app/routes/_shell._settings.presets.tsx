import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { PresetsPage } from '#app/features/presets/PresetsPage.tsx';
import { actOnPresets, loadPresets } from '#app/features/presets/presets-page.server.ts';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadPresets;
export const action = actOnPresets;
export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'presets:title', error) },
];

export default function Page() {
  return <PresetsPage lines={useLoaderData<typeof loader>().lines} answer={useActionData<typeof action>()} />;
}

export { ErrorPanel as ErrorBoundary };
