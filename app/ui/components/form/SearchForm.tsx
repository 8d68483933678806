import { Form } from '@remix-run/react';
import { Search } from '#app/ui/icons/lucide.ts';
import { Button } from '../button/Button.tsx';
import { Icon } from '../Icon.tsx';
import { TextInput } from './TextInput.tsx';

interface SearchFormProps {
  /** The target of the form, with `?q=`. */
  action: string;
  /** The current search term; '' for none. */
  search: string;
  /** A description of the searched list. */
  label: string;
  button: string;
  /** In characters. */
  maxLength: number;
}

/** A search box over a list of a page; the page is reloaded with the results. */
export function SearchForm({ action, search, label, button, maxLength }: SearchFormProps) {
  return (
    <Form key={search} action={action} className="flex max-w-lg items-center gap-2">
      <TextInput
        type="search"
        name="q"
        aria-label={label}
        placeholder={label}
        defaultValue={search}
        maxLength={maxLength}
        autoComplete="off"
      />
      <Button>
        <Icon of={Search} />
        {button}
      </Button>
    </Form>
  );
}
