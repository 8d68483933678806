import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { LegalPage } from '#app/features/site/legal/LegalPage.tsx';
import { readLegalText } from '#app/features/site/legal/read-legal-text.server.ts';
import { pageHead } from '#app/ui/i18n/page-head.ts';
import { pageText, pageTitle } from '#app/ui/i18n/page-title.ts';

export const meta: MetaFunction = ({ matches }) =>
  pageHead(matches, {
    title: pageTitle(matches, 'common:privacy'),
    description: pageText(matches, 'site:about.privacy'),
    path: '/privacy',
  });

export const loader = ({ request }: LoaderFunctionArgs) => readLegalText(request, 'privacy');

export default function Page() {
  return <LegalPage text={useLoaderData<typeof loader>()} other="terms" />;
}
