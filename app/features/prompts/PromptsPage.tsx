import { Link } from '@remix-run/react';
import { Plus, ScrollText } from '#app/ui/icons/lucide.ts';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Badge } from '#app/ui/components/Badge.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { EmptyState } from '#app/ui/components/EmptyState.tsx';
import { SearchForm } from '#app/ui/components/form/SearchForm.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { numberFormat } from '#app/ui/i18n/formats.ts';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import { NEW_PROMPT, PROMPTS_PATH, promptsHref, SEARCH_MAX, type PromptsData } from './prompts-data.ts';

/** Page of templates; each links to its own page. */
export function PromptsPage({ prompts }: { prompts: PromptsData }) {
  const { t, i18n } = useTranslation('prompts');
  const { entries, search, page, pages, from, to, total } = prompts;
  const format = (number: number) => numberFormat(i18n.language).format(number);
  return (
    <PageColumn>
      <div className="flex flex-col gap-1.5">
        <h1 className="text-xl font-semibold">{t('title')}</h1>
        <p className="text-text-muted">{t('lead')}</p>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="max-w-lg grow">
          <SearchForm
            action={PROMPTS_PATH}
            search={search}
            label={t('search')}
            button={t('find')}
            maxLength={SEARCH_MAX}
          />
        </div>
        <LinkButton to={`${PROMPTS_PATH}/${NEW_PROMPT}`} variant="primary">
          <Icon of={Plus} />
          {t('new')}
        </LinkButton>
      </div>
      {entries.length === 0 ? (
        <EmptyState
          icon={ScrollText}
          title={t('empty.title')}
          text={t('empty.text')}
          action={<LinkButton to={PROMPTS_PATH}>{t('empty.all')}</LinkButton>}
        />
      ) : (
        <ul aria-label={t('title')} className="divide-y divide-line rounded-card border border-line">
          {entries.map(({ promptId, title, text, isOwn }) => (
            <li key={promptId}>
              <Link
                to={`${PROMPTS_PATH}/${promptId}`}
                className="flex flex-col gap-1 p-4 transition-colors hover:bg-surface-sunken"
              >
                <span className="flex flex-wrap items-center gap-2 font-medium">
                  <bdi className="min-w-0 break-words">{title}</bdi>
                  {isOwn && <Badge>{t('own')}</Badge>}
                </span>
                <bdi dir="auto" className="line-clamp-2 text-sm break-words text-text-muted">
                  {text}
                </bdi>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {total > 0 && (
        <nav aria-label={t('pages')} className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-sm text-text-muted tabular-nums">
            {t('showing', { from: format(from), to: format(to), total: format(total) })}
          </p>
          <span className="flex gap-2">
            {page > 1 && <LinkButton to={promptsHref(search, page - 1)}>{t('previous')}</LinkButton>}
            {page < pages && <LinkButton to={promptsHref(search, page + 1)}>{t('next')}</LinkButton>}
          </span>
        </nav>
      )}
    </PageColumn>
  );
}
