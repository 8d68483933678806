import { Link } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Icon } from '#app/ui/components/Icon.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { X } from '#app/ui/icons/lucide.ts';
import { listHref, NO_FILTERS, type ListQuery } from './list-query.ts';
import type { ModelsData } from './models-data.ts';

/** An active filter: its words, and the change that removes it. */
interface ActiveFilter {
  name: string;
  removed: Partial<ListQuery>;
}

/** The active filters, each with a link that removes it, and one that removes all. */
export function FilterChips({ query, makers }: Pick<ModelsData, 'query' | 'makers'>) {
  const { t } = useTranslation('models');
  const active = useActiveFilters(query, makers);
  if (active.length === 0) return null;
  return (
    <ul aria-label={t('filter.chosen')} className="flex flex-wrap items-center gap-2">
      {active.map(({ name, removed }) => (
        <li key={name}>
          <Link
            to={listHref(query, removed)}
            preventScrollReset
            aria-label={t('filter.remove', { name })}
            className="control inline-flex items-center gap-1.5 rounded-control bg-accent-soft px-2.5 text-sm font-medium text-accent hover:text-accent-strong"
          >
            <bdi>{name}</bdi>
            <Icon of={X} />
          </Link>
        </li>
      ))}
      <li className="ps-1 text-sm">
        <TextLink to={clearedHref(query)} preventScrollReset>
          {t('filter.clear')}
        </TextLink>
      </li>
    </ul>
  );
}

/** The address of the page without filters, in its first order. */
export function clearedHref(query: ListQuery): string {
  return listHref(query, { ...NO_FILTERS, order: 'featured' });
}

function useActiveFilters(query: ListQuery, makers: ModelsData['makers']): ActiveFilter[] {
  const { t } = useTranslation('models');
  const { order, modalities, price, context, capabilities } = query;
  return [
    ...(order === 'featured' ? [] : [{ name: t(`sort.${order}`), removed: { order: 'featured' as const } }]),
    ...modalities.map((one) => ({
      name: t(`modality.${one}`),
      removed: { modalities: without(modalities, one) },
    })),
    ...query.makers.map((id) => ({
      name: makers.find((maker) => maker.id === id)?.name ?? id,
      removed: { makers: without(query.makers, id) },
    })),
    ...(price === null ? [] : [{ name: t(`limit.${price}`), removed: { price: null } }]),
    ...(context === null ? [] : [{ name: t(`limit.${context}`), removed: { context: null } }]),
    ...capabilities.map((one) => ({
      name: t(`capability.${one}`),
      removed: { capabilities: without(capabilities, one) },
    })),
  ];
}

function without<Value>(values: readonly Value[], one: Value): Value[] {
  return values.filter((other) => other !== one);
}
