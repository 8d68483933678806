import { Form, useSubmit } from '@remix-run/react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/ui/components/button/Button.tsx';
import { Select } from '#app/ui/components/form/Select.tsx';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import type { UsageData } from '../usage-page.ts';
import { USAGE_PATH } from './usage-query.ts';

/** Whose calls are shown: for administrators only. A choice counts at once where scripts run. */
export function AssigneePicker({ data: { query, assignees } }: { data: UsageData }) {
  const { t } = useTranslation('dashboard');
  const submit = useSubmit();
  const hydrated = useHydrated();
  const id = useId();
  if (!assignees) return null;
  const { tab, user, model, source, dateInterval } = query;
  // A key belongs to one person: it is not kept when another one is chosen.
  const kept = { tab: tab === 'charts' ? null : tab, model, dateInterval };
  return (
    <Form
      action={USAGE_PATH}
      preventScrollReset
      onChange={({ currentTarget }) => submit(currentTarget, { preventScrollReset: true })}
      className="flex items-center gap-2 pb-2"
    >
      {Object.entries(kept).map(
        ([name, value]) => value !== null && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <label htmlFor={id} className="text-sm whitespace-nowrap text-text-muted">
        {t('assignee.label')}
      </label>
      <span className="w-56 max-w-full">
        <Select key={`${user} ${source}`} id={id} name="user" defaultValue={user ?? ''}>
          <option value="">{t('assignee.all')}</option>
          {assignees.map((one) => (
            <option key={one.id} value={one.id}>
              {`${one.name} (${one.email})`}
            </option>
          ))}
        </Select>
      </span>
      {!hydrated && <Button size="small">{t('assignee.show')}</Button>}
    </Form>
  );
}
