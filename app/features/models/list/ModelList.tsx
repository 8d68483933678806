import { Boxes } from '#app/ui/icons/lucide.ts';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { EmptyState } from '#app/ui/components/EmptyState.tsx';
import { Spinner } from '#app/ui/components/Spinner.tsx';
import { numberFormat } from '#app/ui/i18n/formats.ts';
import type { Selecting } from './CompareBar.tsx';
import { clearedHref } from './FilterChips.tsx';
import { isFiltered, listHref, type ListQuery } from './list-query.ts';
import { ModelCard } from './ModelCard.tsx';
import { ModelTable } from './ModelTable.tsx';
import { useListView, ViewSwitch } from './ViewSwitch.tsx';
import type { ModelsData } from './models-data.ts';

interface ModelListProps extends Pick<ModelsData, 'query' | 'list'> {
  chosen: Selecting['chosen'];
  onChoose: Selecting['choose'];
  isLoading: boolean;
}

/**
 * The selected models, or the reason why there are none; while others are loading, the list stays and shows
 * that.
 */
export function ModelList({ query, list, chosen, onChoose, isLoading }: ModelListProps) {
  const { t, i18n } = useTranslation(['models', 'common']);
  const view = useListView(query);
  if (!list)
    return (
      <Banner
        tone="bad"
        title={t('failed.title')}
        action={
          <LinkButton to={listHref(query, { cursor: query.cursor })} size="small" reloadDocument>
            {t('common:retry')}
          </LinkButton>
        }
      >
        {t('failed.text')}
      </Banner>
    );
  const number = numberFormat(i18n.language);
  const [shown, total] = [number.format(list.models.length), number.format(list.total)];
  return (
    <>
      <div className="control flex flex-wrap items-center justify-between gap-2 text-sm text-text-muted">
        <output className="flex items-center gap-2">
          {isLoading ? (
            <>
              <Spinner />
              {t('loading')}
            </>
          ) : (
            list.total > 0 && t('shown', { shown, total })
          )}
        </output>
        <div className="ms-auto flex items-center gap-2">
          {list.unavailable > 0 && query.search === '' && (
            <LinkButton
              to={listHref(query, { showsAll: !query.showsAll })}
              size="small"
              variant="plain"
              preventScrollReset
            >
              {query.showsAll ? t('hideUnavailable') : t('showUnavailable', { count: list.unavailable })}
            </LinkButton>
          )}
          <ViewSwitch query={query} />
        </div>
      </div>
      {list.models.length === 0 ? (
        <EmptyState
          icon={Boxes}
          title={t(emptyKey(query))}
          text={t('empty.hint')}
          action={
            isFiltered(query) ? (
              <LinkButton to={clearedHref(query)} preventScrollReset>
                {t('filter.clear')}
              </LinkButton>
            ) : (
              query.search !== '' && (
                <LinkButton to={listHref(query, { search: '' })} preventScrollReset>
                  {t('filter.clearSearch')}
                </LinkButton>
              )
            )
          }
        />
      ) : view === 'table' ? (
        <div className={`min-w-0 transition-opacity ${isLoading ? 'opacity-60' : ''}`}>
          <ModelTable
            query={query}
            models={list.models}
            speeds={list.speeds}
            chosen={chosen}
            onChoose={onChoose}
          />
        </div>
      ) : (
        <ul
          className={`grid grid-cols-1 gap-4 transition-opacity sm:grid-cols-2 lg:grid-cols-3 ${isLoading ? 'opacity-60' : ''}`}
        >
          {list.models.map((model) => (
            <ModelCard
              key={model.id}
              model={model}
              isChosen={chosen.includes(model.id)}
              onChoose={onChoose}
            />
          ))}
        </ul>
      )}
      <More query={query} nextCursor={list.nextCursor} />
    </>
  );
}

function emptyKey({ search, tab }: ListQuery) {
  return search === '' ? (`empty.${tab}` as const) : ('empty.matching' as const);
}

/** Links to the next page, and to the first. */
function More({ query, nextCursor }: { query: ListQuery; nextCursor: string | null }) {
  const { t } = useTranslation('models');
  if (nextCursor === null && query.cursor === undefined) return null;
  return (
    <nav aria-label={t('pages')} className="flex justify-center gap-3">
      {query.cursor !== undefined && <LinkButton to={listHref(query)}>{t('first')}</LinkButton>}
      {nextCursor !== null && (
        <LinkButton to={listHref(query, { cursor: nextCursor })} rel="next">
          {t('more')}
        </LinkButton>
      )}
    </nav>
  );
}
