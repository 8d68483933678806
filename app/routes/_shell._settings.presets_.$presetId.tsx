import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { PresetPage } from '#app/features/presets/PresetPage.tsx';
import { actOnPreset, loadPreset } from '#app/features/presets/preset-page.server.ts';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const loader = loadPreset;
export const action = actOnPreset;
export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'presets:edit.title', error) },
];

export default function Page() {
  const { preset, choices } = useLoaderData<typeof loader>();
  return <PresetPage preset={useActionData<typeof action>() ?? preset} choices={choices} />;
}

export { ErrorPanel as ErrorBoundary };
