import { useNavigation } from '@remix-run/react';
import { useState } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { compareHref } from '#app/contracts/catalogue/model-href.ts';
import { Icon } from '#app/ui/components/Icon.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { Columns3 } from '#app/ui/icons/lucide.ts';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import { AdjustedNotice } from '../shared/AdjustedNotice.tsx';
import { CompareBar, useSelecting } from './CompareBar.tsx';
import { FilterChips } from './FilterChips.tsx';
import { FilterPanel } from './FilterPanel.tsx';
import { ModelList } from './ModelList.tsx';
import { ModelTabs } from './ModelTabs.tsx';
import { SearchForm } from './SearchForm.tsx';
import { MODELS_PATH } from './list-query.ts';
import type { ModelsData } from './models-data.ts';

/** All models: search, kinds, filters, order, and a form that compares some of them. */
export function ModelsPage({ data: { query, adjusted, makers, list } }: { data: ModelsData }) {
  const { t } = useTranslation('models');
  const { location } = useNavigation();
  const [typed, setTyped] = useState(query.search);
  const selecting = useSelecting();
  // A search covers all models, from its first letter.
  const isSearching = typed.trim() !== '';
  return (
    <PageColumn width="table" className="group/models">
      <div className="flex flex-col gap-1.5">
        <h1 className="text-xl font-semibold">{t('title')}</h1>
        <p className="max-w-reading text-text-muted">{t('lead')}</p>
      </div>
      <div className="flex items-center justify-between gap-2">
        <SearchForm query={query} onType={setTyped} />
        <div className="flex shrink-0 gap-2">
          <LinkButton to={compareHref([])} className="max-sm:hidden">
            <Icon of={Columns3} />
            {t('compare.button')}
          </LinkButton>
          <FilterPanel query={query} makers={makers} />
        </div>
      </div>
      <ModelTabs query={query} tab={isSearching ? 'all' : query.tab} isDisabled={isSearching} />
      <FilterChips query={query} makers={makers} />
      <AdjustedNotice adjusted={adjusted} />
      <ModelList
        query={query}
        list={list}
        chosen={selecting.chosen}
        onChoose={selecting.choose}
        isLoading={location?.pathname === MODELS_PATH}
      />
      <CompareBar selecting={selecting} listed={list?.models.map(({ id }) => id) ?? []} />
    </PageColumn>
  );
}
