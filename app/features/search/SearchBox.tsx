import { Form, useNavigate } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { SEARCH_MAX } from '#app/contracts/search.ts';
import { Button } from '#app/ui/components/button/Button.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { Field } from '#app/ui/components/form/Field.tsx';
import { Select } from '#app/ui/components/form/Select.tsx';
import { TextInput } from '#app/ui/components/form/TextInput.tsx';
import { ChevronDown, Search } from '#app/ui/icons/lucide.ts';
import { CONTENTS, readSearchFields, ROLES, searchHref, type SearchData } from './search-fields.ts';

const DEBOUNCE_MS = 400;

/**
 * The form of the search: a text and filters. With scripts it searches a moment after the last change; a later
 * search ends an earlier one that is still on its way.
 */
export function SearchBox({ fields, invalid, hasFilters, models }: SearchData) {
  const { t } = useTranslation('search');
  const navigate = useNavigate();
  const box = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  // The Back button shows the text of the earlier search.
  useEffect(() => {
    if (box.current && box.current !== document.activeElement) box.current.value = fields.q;
  }, [fields.q]);
  const searchSoon = (form: HTMLFormElement) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const typed = new URLSearchParams(
        [...new FormData(form)].map(([name, value]): [string, string] => [
          name,
          typeof value === 'string' ? value : '',
        ]),
      );
      navigate(searchHref(readSearchFields(typed), null), { replace: true, preventScrollReset: true });
    }, DEBOUNCE_MS);
  };
  return (
    <Form
      action="/search"
      onInput={(event) => searchSoon(event.currentTarget)}
      onSubmit={() => clearTimeout(timer.current)}
      className="flex flex-col gap-3"
    >
      <div className="flex items-center gap-2">
        <TextInput
          ref={box}
          type="search"
          name="q"
          aria-label={t('label')}
          placeholder={t('label')}
          defaultValue={fields.q}
          maxLength={SEARCH_MAX}
          autoComplete="off"
        />
        <Button>
          <Icon of={Search} />
          {t('button')}
        </Button>
      </div>
      <details
        open={hasFilters || invalid.length > 0}
        className="group/filters rounded-card border border-line"
      >
        <summary className="control flex cursor-pointer items-center justify-between px-4 font-medium">
          {t('filters')}
          <span className="text-text-muted transition-transform group-open/filters:rotate-180">
            <Icon of={ChevronDown} />
          </span>
        </summary>
        <div className="grid gap-4 p-4 pt-2 sm:grid-cols-2">
          <Filters fields={fields} invalid={invalid} models={models} />
          {hasFilters && (
            <LinkButton
              to={searchHref({ ...readSearchFields(new URLSearchParams()), q: fields.q }, null)}
              reloadDocument
              className="self-end justify-self-start"
            >
              {t('clear')}
            </LinkButton>
          )}
        </div>
      </details>
    </Form>
  );
}

function Filters({ fields, invalid, models }: Pick<SearchData, 'fields' | 'invalid' | 'models'>) {
  const { t } = useTranslation('search');
  const errorOf = (name: SearchData['invalid'][number], text: string) =>
    invalid.includes(name) ? text : undefined;
  return (
    <>
      <Field label={t('role.label')}>
        {(control) => (
          <Select {...control} name="role" defaultValue={fields.role}>
            <option value="">{t('role.any')}</option>
            {ROLES.map((role) => (
              <option key={role} value={role}>
                {t(`role.${role}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('model.label')}>
        {(control) => (
          <Select {...control} name="model" defaultValue={fields.model}>
            <option value="">{t('model.any')}</option>
            {[...new Set([...models, ...(fields.model === '' ? [] : [fields.model])])].map((model) => (
              <option key={model}>{model}</option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('from')} error={errorOf('from', t('invalid.date'))}>
        {(control) => <TextInput {...control} type="date" name="from" defaultValue={fields.from} />}
      </Field>
      <Field label={t('to')} error={errorOf('to', t('invalid.date'))}>
        {(control) => <TextInput {...control} type="date" name="to" defaultValue={fields.to} />}
      </Field>
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1.5 font-medium">{t('has.label')}</legend>
        <div className="flex flex-wrap gap-x-4">
          {CONTENTS.map((content) => (
            <label key={content} className="control flex items-center gap-2">
              <input
                type="checkbox"
                name="has"
                value={content}
                defaultChecked={fields.has.includes(content)}
                className="size-4 accent-accent"
              />
              {t(`has.${content}`)}
            </label>
          ))}
        </div>
      </fieldset>
      <Field label={t('cost')} error={errorOf('cost', t('invalid.cost'))}>
        {(control) => (
          <TextInput {...control} dir="ltr" inputMode="decimal" name="cost" defaultValue={fields.cost} />
        )}
      </Field>
    </>
  );
}
