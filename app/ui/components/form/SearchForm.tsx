import { Form } from '@remix-run/react';
import { Search } from '#app/ui/icons/lucide.ts';
import { Button } from '../button/Button.tsx';
import { Icon } from '../Icon.tsx';
import { TextInput } from './TextInput.tsx';

interface SearchFormProps {
  /** Where it leads, with `?q=`. */
  action: string;
  /** What was searched for; '' for nothing. */
  search: string;
  /** What is searched, in the reader's words. */
  label: string;
  button: string;
  /** Letters. */
  maxLength: number;
}

/** A search box over a list of a page, which is read again with what was found. */
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
