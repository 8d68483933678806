import { Form, Link, useSubmit } from '@remix-run/react';
import { useId } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { DATE_INTERVALS } from '#app/contracts/usage/dashboard.ts';
import type { UsageData } from '#app/features/usage/usage-page.ts';
import { Icon } from '#app/ui/components/Icon.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { Select } from '#app/ui/components/form/Select.tsx';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import { X } from '#app/ui/icons/lucide.ts';
import { USAGE_PATH, usageHref, type UsageQuery } from './usage-query.ts';

const look =
  'control inline-flex min-w-11 items-center justify-center rounded-control px-3 text-sm font-medium text-text-muted ' +
  'transition-colors hover:text-text aria-[current=true]:bg-surface-raised aria-[current=true]:text-text';

/** The model and the key of the filter, each with a link that removes it. */
export function FilterChips({ data: { query, keyName } }: { data: UsageData }) {
  const { t } = useTranslation('dashboard');
  const { model, source } = query;
  if (model === null && source === null) return null;
  return (
    <ul aria-label={t('chips.label')} className="flex flex-wrap gap-2">
      {model !== null && <Chip to={usageHref(query, { model: null })} kind={t('chips.model')} name={model} />}
      {source !== null && (
        <Chip
          to={usageHref(query, { source: null })}
          kind={t('chips.source')}
          name={keyName ?? t('namelessKey')}
        />
      )}
    </ul>
  );
}

function Chip({ to, kind, name }: { to: string; kind: string; name: string }) {
  const { t } = useTranslation('dashboard');
  return (
    <li className="min-w-0">
      <Link
        to={to}
        preventScrollReset
        aria-label={t('chips.clear', { kind, name })}
        className="control inline-flex max-w-full items-center gap-1.5 rounded-control bg-accent-soft px-2.5 text-sm text-accent hover:text-accent-strong"
      >
        <span>{kind}</span>
        <bdi className="truncate font-medium">{name}</bdi>
        <Icon of={X} />
      </Link>
    </li>
  );
}

/** The time ranges of the figures. */
export function RangeLinks({ query }: { query: UsageQuery }) {
  const { t } = useTranslation('dashboard');
  return (
    <nav
      aria-label={t('range.label')}
      dir="ltr"
      className="flex gap-0.5 rounded-control bg-surface-sunken p-0.5"
    >
      {DATE_INTERVALS.map((one) => (
        <Link
          key={one}
          to={usageHref(query, { dateInterval: one })}
          preventScrollReset
          title={t(`range.${one}`)}
          aria-current={one === query.dateInterval || undefined}
          className={look}
        >
          {one}
        </Link>
      ))}
    </nav>
  );
}

/** The choice of a user, for administrators only. With scripts it takes effect at once. */
export function AssigneePicker({ data: { query, assignees } }: { data: UsageData }) {
  const { t } = useTranslation('dashboard');
  const submit = useSubmit();
  const hydrated = useHydrated();
  const id = useId();
  if (!assignees) return null;
  const { tab, user, model, source, dateInterval } = query;
  // A key belongs to one user: the choice of another user drops it.
  const hiddenFields = { tab: tab === 'charts' ? null : tab, model, dateInterval };
  return (
    <Form
      action={USAGE_PATH}
      preventScrollReset
      onChange={({ currentTarget }) => submit(currentTarget, { preventScrollReset: true })}
      className="flex items-center gap-2 pb-2"
    >
      {Object.entries(hiddenFields).map(
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
