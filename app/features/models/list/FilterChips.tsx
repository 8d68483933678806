import { Link } from '@remix-run/react';
import { X } from '#app/ui/icons/lucide.ts';
import { useTranslation } from 'react-i18next';
import { Icon } from '#app/ui/components/Icon.tsx';
import { toggled } from './FilterMenu.tsx';
import { listHref, type ListQuery } from './list-query.ts';

const chip =
  'control inline-flex items-center gap-1.5 rounded-control bg-accent-soft px-2.5 text-sm font-medium text-accent hover:text-accent-strong';

/** What the list is narrowed by, each with the way out. */
export function FilterChips({ query }: { query: ListQuery }) {
  const { t } = useTranslation('models');
  const { modalities, order } = query;
  if (modalities.length === 0 && order === 'featured') return null;
  return (
    <ul aria-label={t('filter.chosen')} className="flex flex-wrap gap-2">
      {order !== 'featured' && (
        <li>
          <Chip to={listHref(query, { order: 'featured' })} name={t(`sort.${order}`)} />
        </li>
      )}
      {modalities.map((modality) => (
        <li key={modality}>
          <Chip
            to={listHref(query, { modalities: toggled(modalities, modality) })}
            name={t(`modality.${modality}`)}
          />
        </li>
      ))}
    </ul>
  );
}

function Chip({ to, name }: { to: string; name: string }) {
  const { t } = useTranslation('models');
  return (
    <Link to={to} preventScrollReset aria-label={t('filter.remove', { name })} className={chip}>
      {name}
      <Icon of={X} />
    </Link>
  );
}
