import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { MODALITIES, type Modality } from '#app/contracts/models.ts';
import { Icon } from '#app/ui/components/Icon.tsx';
import { buttonClasses } from '#app/ui/components/button/button-look.ts';
import { Menu } from '#app/ui/components/menu/Menu.tsx';
import { MenuLink } from '#app/ui/components/menu/MenuLink.tsx';
import { Check, SlidersHorizontal, X } from '#app/ui/icons/lucide.ts';
import { listHref, ORDER_NAMES, type ListQuery } from './list-query.ts';

const chip =
  'control inline-flex items-center gap-1.5 rounded-control bg-accent-soft px-2.5 text-sm font-medium text-accent hover:text-accent-strong';

/** Modalities of the filter; the others are available only through the API. */
const OFFERED = MODALITIES.filter((modality) => modality !== 'text-to-embedding');

/** The active filters, each with a link that removes it. */
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

/** Sort order and modalities: links, so that it works without scripts. */
export function FilterMenu({ query }: { query: ListQuery }) {
  const { t } = useTranslation('models');
  const heading = 'px-3 pt-2 pb-1 text-xs font-medium text-text-muted';
  return (
    <Menu
      label={t('filter.label')}
      align="end"
      className={buttonClasses({ variant: 'quiet' })}
      face={
        <>
          <Icon of={SlidersHorizontal} />
          {t('filter.label')}
        </>
      }
    >
      <p className={heading}>{t('filter.sort')}</p>
      {ORDER_NAMES.map((order) => (
        <MenuLink
          key={order}
          to={listHref(query, { order })}
          preventScrollReset
          aria-current={order === query.order || undefined}
        >
          <Mark isOn={order === query.order} />
          {t(`sort.${order}`)}
        </MenuLink>
      ))}
      <p className={`${heading} mt-1 border-t border-line`}>{t('filter.modality')}</p>
      {OFFERED.map((modality) => (
        <MenuLink
          key={modality}
          to={listHref(query, { modalities: toggled(query.modalities, modality) })}
          preventScrollReset
          aria-current={query.modalities.includes(modality) || undefined}
        >
          <Mark isOn={query.modalities.includes(modality)} />
          {t(`modality.${modality}`)}
        </MenuLink>
      ))}
    </Menu>
  );
}

/** A check mark, or its empty space. */
function Mark({ isOn }: { isOn: boolean }) {
  return <span className="size-4">{isOn && <Icon of={Check} />}</span>;
}

/** The list with one modality added, or removed. */
function toggled(modalities: readonly Modality[], one: Modality): Modality[] {
  const others = modalities.filter((other) => other !== one);
  return others.length === modalities.length ? [...modalities, one] : others;
}
