import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { HelpPage } from '#app/features/chat/screen/HelpPage.tsx';
import { pageTexts } from '#app/ui/i18n/texts.server.ts';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle(matches, 'help:title') }];

export const loader = async ({ request }: LoaderFunctionArgs) => ({
  texts: await pageTexts(request, 'help'),
});

export default HelpPage;
