import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Icon } from '#app/ui/components/Icon.tsx';
import { LayoutGrid, List } from '#app/ui/icons/lucide.ts';
import { PreferenceForm } from '#app/ui/preferences/PreferenceForm.tsx';
import { PREFERENCES } from '#app/ui/preferences/preferences.ts';
import { usePreference } from '#app/ui/preferences/use-preference.ts';
import { listHref, type ListQuery, type ListView } from './list-query.ts';

const ICONS = { cards: LayoutGrid, table: List };

/** The view of the list: that of the address, or the stored one. */
export function useListView({ view }: ListQuery): ListView {
  const [stored] = usePreference('modelView');
  return view ?? stored;
}

/** Cards or a table: the choice is stored, and replaces the view of the address. */
export function ViewSwitch({ query }: { query: ListQuery }) {
  const { t } = useTranslation('models');
  const view = useListView(query);
  return (
    <PreferenceForm
      name="modelView"
      returnTo={listHref(query, { view: null, cursor: query.cursor })}
      className="flex gap-0.5"
    >
      {PREFERENCES.modelView.values.map((value) => (
        <button
          key={value}
          type="submit"
          name="modelView"
          value={value}
          aria-label={t(`view.${value}`)}
          title={t(`view.${value}`)}
          aria-pressed={value === view}
          className="grid control-square place-items-center rounded-control text-text-muted hover:bg-surface-sunken hover:text-text aria-pressed:bg-accent-soft aria-pressed:text-accent"
        >
          <Icon of={ICONS[value]} />
        </button>
      ))}
    </PreferenceForm>
  );
}
