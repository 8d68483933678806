import { useCallback, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import type { ModelOption } from '#app/features/chat/conversation/model-option.ts';
import { Icon } from '#app/ui/components/Icon.tsx';
import { TextInput } from '#app/ui/components/form/TextInput.tsx';
import { joinClasses } from '#app/ui/components/join-classes.ts';
import { Menu } from '#app/ui/components/menu/Menu.tsx';
import { menuItemClasses } from '#app/ui/components/menu/menu-item-classes.ts';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import { Check, ChevronDown, Eye, Film, Image, Wrench, type Drawing } from '#app/ui/icons/lucide.ts';

/** Longer lists get a search box. */
const SEARCH_OVER = 10;

/** The models used last that stand above the makers. */
const RECENT = 4;

interface ModelMenuProps {
  models: readonly ModelOption[];
  /** The model of the next message. */
  model: ModelOption;
  /** Name of the chosen model when it is no longer available: the chip shows it until another is chosen. */
  gone: string | null;
}

interface ModelGroup {
  name: string;
  models: ModelOption[];
}

/**
 * The model of the next message, as a chip of the composer that opens the list of models with their prices:
 * the ones used last, then all by maker. A choice submits the composer, so that its text is kept.
 */
export function ModelMenu({ models, model, gone }: ModelMenuProps) {
  const { t } = useTranslation('chat');
  const hydrated = useHydrated();
  const [search, setSearch] = useState('');
  const box = useRef<HTMLInputElement>(null);
  const forgetSearch = useCallback(() => {
    if (box.current) box.current.value = '';
    setSearch('');
  }, []);
  const found = models.filter(({ name, id, about }) =>
    `${name} ${id} ${about}`.toLowerCase().includes(search.trim().toLowerCase()),
  );
  return (
    <Menu
      label={t('model.choose')}
      align="above"
      onClose={forgetSearch}
      className="flex control max-w-full min-w-0 max-sm:max-w-40 items-center gap-1.5 rounded-full border border-line px-3 text-sm transition-colors hover:bg-surface-sunken"
      face={
        <>
          <span className="sr-only">{t('model.choose')}</span>
          <span className={joinClasses('truncate font-medium', gone !== null && 'text-warn line-through')}>
            {gone ?? model.name}
          </span>
          <span className="text-text-faint">
            <Icon of={ChevronDown} size={16} />
          </span>
        </>
      }
    >
      <div className="w-80 max-w-[85vw]">
        {hydrated && models.length > SEARCH_OVER && (
          <div className="sticky top-0 bg-surface-raised p-1">
            <TextInput
              ref={box}
              type="search"
              aria-label={t('model.search')}
              placeholder={t('model.search')}
              onInput={(event) => setSearch(event.currentTarget.value)}
              onKeyDown={chooseFirst}
            />
          </div>
        )}
        {groupsOf(found, t('model.recent')).map((group) => (
          <section key={group.name} aria-label={group.name}>
            <p className="px-3 pt-2 pb-0.5 text-xs font-medium text-text-muted">{group.name}</p>
            {group.models.map((option) => (
              <ModelItem
                key={option.id}
                option={option}
                isCurrent={gone === null && option.id === model.id}
              />
            ))}
          </section>
        ))}
        {found.length === 0 && <p className="p-3 text-text-muted">{t('model.none')}</p>}
      </div>
    </Menu>
  );
}

/** Two lines: the name with icons for its abilities, and the price. */
function ModelItem({ option, isCurrent }: { option: ModelOption; isCurrent: boolean }) {
  const { t } = useTranslation('chat');
  const { id, name, prices, about, makes, sees, callsTools } = option;
  return (
    <button
      type="submit"
      formNoValidate
      name="chosenModel"
      value={id}
      title={about}
      aria-label={`${name}, ${prices}. ${about}`}
      aria-current={isCurrent || undefined}
      className={menuItemClasses(false)}
    >
      <span className="flex min-w-0 grow flex-col py-1.5">
        <span className="flex items-center gap-1.5">
          <span className="truncate">{name}</span>
          {makes === 'image' && <Ability icon={Image} name={t('model.makesImages')} />}
          {makes === 'video' && <Ability icon={Film} name={t('model.makesVideos')} />}
          {makes === 'text' && sees && <Ability icon={Eye} name={t('model.seesImages')} />}
          {callsTools && <Ability icon={Wrench} name={t('model.callsTools')} />}
        </span>
        <span className="truncate text-xs font-normal text-text-muted tabular-nums">{prices}</span>
      </span>
      {isCurrent && <Icon of={Check} />}
    </button>
  );
}

function Ability({ icon, name }: { icon: Drawing; name: string }) {
  return (
    <span title={name} className="shrink-0 text-text-faint">
      <Icon of={icon} size={16} />
    </span>
  );
}

/** The models used last, then all others by maker, in alphabetical order. */
function groupsOf(models: readonly ModelOption[], recentName: string): ModelGroup[] {
  const recent = models.filter(({ isRecent }) => isRecent).slice(0, RECENT);
  const makers = new Map<string, ModelOption[]>();
  for (const model of models.filter((one) => !recent.includes(one)))
    makers.set(model.makerName, [...(makers.get(model.makerName) ?? []), model]);
  const groups = [...makers]
    .map(([name, group]) => ({ name, models: group }))
    .sort((a, b) => a.name.localeCompare(b.name));
  return recent.length > 0 ? [{ name: recentName, models: recent }, ...groups] : groups;
}

/** Enter in the search box chooses the first match. */
function chooseFirst(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  // The focus returns to the menu's button at once; the same Enter must not press that button.
  event.preventDefault();
  event.currentTarget.closest('[popover]')?.querySelector<HTMLButtonElement>('[name=chosenModel]')?.click();
}
