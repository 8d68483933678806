import type { LinksFunction, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { actOnLanding, loadLanding } from '#app/features/landing/landing-page.server.ts';
import styles from '#app/features/landing/landing.css?url';
import { LandingPage } from '#app/features/landing/LandingPage.tsx';
import { useFrame } from '#app/features/site/frame/frame-data.ts';
import { pageHead } from '#app/ui/i18n/page-head.ts';
import { pageText, pageTitle } from '#app/ui/i18n/page-title.ts';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

export const meta: MetaFunction = ({ matches, error }) =>
  pageHead(matches, {
    title: pageTitle(matches, 'landing:hero.title', error),
    description: pageText(matches, 'landing:description'),
    path: '/',
  });

export const loader = loadLanding;
export const action = actOnLanding;

export default function Page() {
  const { account, isRegistrationOpen, links: operator } = useFrame();
  const visitor = account ? null : { isRegistrationOpen, demo: operator.demo };
  return (
    <LandingPage
      landing={useLoaderData<typeof loader>()}
      refusal={useActionData<typeof action>()}
      visitor={visitor}
    />
  );
}
