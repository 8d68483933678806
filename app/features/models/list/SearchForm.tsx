import { Form, useSubmit } from '@remix-run/react';
import { Search } from '#app/ui/icons/lucide.ts';
import { useEffect, useRef } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { SEARCH_MAX } from '#app/contracts/catalogue/listing.ts';
import { IconButton } from '#app/ui/components/button/IconButton.tsx';
import { TextInput } from '#app/ui/components/form/TextInput.tsx';
import { HiddenFields } from './HiddenFields.tsx';
import { MODELS_PATH, type ListQuery } from './list-query.ts';

/** Milliseconds after the last keystroke before the list follows. */
const DEBOUNCE_MS = 500;

interface SearchFormProps {
  query: ListQuery;
  /** Called with the text of the box at each keystroke. */
  onType: (text: string) => void;
}

/** The search box: a form that requests the page, and with scripts follows the typing. */
export function SearchForm({ query, onType }: SearchFormProps) {
  const { t } = useTranslation('models');
  const submit = useSubmit();
  const box = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  // Back and forward lead to another search while the box stays mounted: update it, unless it has the focus.
  useEffect(() => {
    const input = box.current;
    if (!input || document.activeElement === input) return;
    input.value = query.search;
    onType(query.search);
  }, [query.search, onType]);
  const followLater = (input: HTMLInputElement) => {
    onType(input.value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => follow(input), DEBOUNCE_MS);
  };
  const follow = ({ form }: HTMLInputElement) => submit(form, { replace: true, preventScrollReset: true });
  return (
    <Form
      action={MODELS_PATH}
      onSubmit={() => clearTimeout(timer.current)}
      className="flex min-w-0 grow items-center gap-1 sm:max-w-md"
    >
      <TextInput
        ref={box}
        type="search"
        name="q"
        aria-label={t('search')}
        placeholder={t('search')}
        defaultValue={query.search}
        maxLength={SEARCH_MAX}
        autoComplete="off"
        onInput={(event) => followLater(event.currentTarget)}
        className="min-w-0"
      />
      <HiddenFields query={{ ...query, search: '', tab: 'all', cursor: undefined }} />
      <IconButton type="submit" icon={Search} label={t('searchNow')} />
    </Form>
  );
}
