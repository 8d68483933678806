import type { MetaFunction } from '@remix-run/node';
import { HelpPage } from '#app/features/chat/help/HelpPage.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle(matches, 'chat:faq.title') }];

export default HelpPage;
