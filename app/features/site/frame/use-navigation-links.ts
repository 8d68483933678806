import { useTranslation } from 'react-i18next';
import type { PublicFrameData } from './frame-data.ts';

export interface NavigationLink {
  to: string;
  name: string;
  /** It leads to another site, in a tab of its own. */
  isOutside?: true;
}

/** Where the top navigation leads, in its order: what is not there, or not set, is not named. */
export function useNavigationLinks({ account, links }: PublicFrameData): NavigationLink[] {
  const { t } = useTranslation(['site', 'billing']);
  const models = { to: '/models', name: t('nav.models') };
  const docs = { to: '/docs', name: t('nav.docs') };
  if (account)
    return [
      { to: '/chat/new', name: t('nav.chat') },
      models,
      { to: '/balance', name: t('billing:title') },
      docs,
    ];
  return links.demo
    ? [models, docs, { to: links.demo, name: t('nav.demo'), isOutside: true }]
    : [models, docs];
}
