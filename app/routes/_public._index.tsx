import type { MetaFunction } from '@remix-run/node';
import { useRouteLoaderData } from '@remix-run/react';
import type { PublicFrameData } from '#app/features/site/frame/frame-data.ts';
import { StartPage } from '#app/features/site/StartPage.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle(matches, 'site:start.title') }];

export default function Page() {
  const frame = useRouteLoaderData<PublicFrameData>('routes/_public');
  return <StartPage isRegistrationOpen={frame?.isRegistrationOpen ?? false} />;
}
