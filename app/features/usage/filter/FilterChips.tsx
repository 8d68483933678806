import { Link } from '@remix-run/react';
import { X } from '#app/ui/icons/lucide.ts';
import { useTranslation } from 'react-i18next';
import { Icon } from '#app/ui/components/Icon.tsx';
import type { UsageData } from '../usage-page.ts';
import { usageHref } from './usage-query.ts';

/** The model and the key that the figures are narrowed to, each with the way out. */
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
