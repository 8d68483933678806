import { useCallback, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ModelOption } from '#app/features/chat/model-option.ts';
import { COMPOSER_FORM } from '#app/features/chat/send/Composer.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { TextInput } from '#app/ui/components/form/TextInput.tsx';
import { Menu } from '#app/ui/components/menu/Menu.tsx';
import { menuItemClasses } from '#app/ui/components/menu/menu-item-classes.ts';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import { Check, ChevronDown, Film, Image } from '#app/ui/icons/lucide.ts';

/** Longer lists get a search box. */
const SEARCH_OVER = 10;

interface ModelMenuProps {
  models: readonly ModelOption[];
  model: ModelOption;
  /** Id of the form that a choice submits, so that the text typed in it is kept. */
  form: string;
}

/** The model as a button, with its price in small text. */
export function ChatHeader({ models, model }: { models: readonly ModelOption[]; model: ModelOption | null }) {
  const { t } = useTranslation('chat');
  if (!model) return <p className="px-2 text-text-muted">{t('model.noneEnabled')}</p>;
  return (
    <>
      <ModelMenu models={models} model={model} form={COMPOSER_FORM} />
      <span className="truncate text-xs text-text-faint tabular-nums max-md:hidden">{model.prices}</span>
    </>
  );
}

/** The model of the next message, as the button of a list with prices; the last used model comes first. */
function ModelMenu({ models, model, form }: ModelMenuProps) {
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
      onClose={forgetSearch}
      className="flex control min-w-0 items-center gap-1.5 rounded-control px-2 transition-colors hover:bg-surface-sunken"
      face={
        <>
          <span className="sr-only">{t('model.choose')}</span>
          <span className="truncate font-semibold">{model.name}</span>
          <span className="text-text-faint">
            <Icon of={ChevronDown} />
          </span>
        </>
      }
    >
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
      {found.map((option) => (
        <button
          key={option.id}
          type="submit"
          form={form}
          formNoValidate
          name="chosenModel"
          value={option.id}
          aria-label={`${option.name}, ${option.prices}. ${option.about}`}
          aria-current={option.id === model.id || undefined}
          className={menuItemClasses(false)}
        >
          <span className="flex min-w-0 grow flex-col py-1.5">
            <span className="truncate">{option.name}</span>
            <span className="text-xs font-normal text-text-muted">{option.prices}</span>
            <span className="text-xs font-normal text-text-faint">
              {option.makes !== 'text' && (
                <span className="me-1 inline-block align-[-3px]">
                  <Icon of={option.makes === 'image' ? Image : Film} size={16} />
                </span>
              )}
              {option.about}
            </span>
          </span>
          {option.id === model.id && <Icon of={Check} />}
        </button>
      ))}
      {found.length === 0 && <p className="p-3 text-text-muted">{t('model.none')}</p>}
    </Menu>
  );
}

/** Enter in the search box chooses the first match. */
function chooseFirst(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  // The focus returns to the menu's button at once; the same Enter must not press that button.
  event.preventDefault();
  event.currentTarget.closest('[popover]')?.querySelector<HTMLButtonElement>('[name=chosenModel]')?.click();
}
