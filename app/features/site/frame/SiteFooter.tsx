import { Link } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { LanguageMenu } from '#app/ui/preferences/LanguageMenu.tsx';
import { ThemeMenu } from '#app/ui/preferences/ThemeMenu.tsx';
import type { SiteLinks } from './frame-data.ts';

const LINK = 'control inline-flex items-center rounded-control hover:text-text hover:underline';

/**
 * The footer of a public page: links to the account, the legal pages and the operator, theme and language.
 */
export function SiteFooter({ links }: { links: SiteLinks }) {
  const { t } = useTranslation(['site', 'common']);
  const { feedbackEmail, community, social } = links;
  return (
    <footer className="border-t border-line text-sm text-text-muted print:hidden">
      <div className="mx-auto flex w-full max-w-6xl flex-wrap items-center justify-between gap-x-8 gap-y-1 px-4 py-3">
        <ul className="flex flex-wrap gap-x-5">
          <li>
            <Link to="/keys" className={LINK}>
              {t('nav.apiKey')}
            </Link>
          </li>
          <li>
            <Link to="/balance" className={LINK}>
              {t('nav.credit')}
            </Link>
          </li>
          <li>
            <Link to="/docs" className={LINK}>
              {t('nav.docs')}
            </Link>
          </li>
          <li>
            <Link to="/terms" className={LINK}>
              {t('nav.terms')}
            </Link>
          </li>
          <li>
            <Link to="/privacy" className={LINK}>
              {t('nav.privacy')}
            </Link>
          </li>
          {feedbackEmail && (
            <li>
              <a href={`mailto:${feedbackEmail}`} className={LINK}>
                {t('nav.feedback')}
              </a>
            </li>
          )}
          {community && <ExternalLink url={community} name={t('nav.community')} />}
          {social.map(({ name, url }) => (
            <ExternalLink key={url} url={url} name={name} />
          ))}
        </ul>
        <div className="flex items-center">
          <ThemeMenu align="above" />
          <LanguageMenu align="above" />
        </div>
      </div>
    </footer>
  );
}

function ExternalLink({ url, name }: { url: string; name: string }) {
  return (
    <li>
      <a href={url} target="_blank" rel="noreferrer" className={LINK}>
        <bdi>{name}</bdi>
      </a>
    </li>
  );
}
