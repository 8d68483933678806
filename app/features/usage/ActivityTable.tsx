import type { ReactNode } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import type { ActivityLine } from '#app/contracts/usage/activity.ts';
import { ActivityRow } from './ActivityRow.tsx';

const head = 'px-4 py-2.5 font-medium';

interface ActivityTableProps {
  lines: readonly ActivityLine[];
  /** The id of the viewer, who cannot open receipts of other users' calls. */
  ownId: string;
  /** Email addresses of other users, as far as they are known. */
  emails: ReadonlyMap<string, string>;
}

/** Calls, newest first. On a phone each is a card, with the same values in the same order. */
export function ActivityTable({ lines, ownId, emails }: ActivityTableProps) {
  const { t } = useTranslation('usage');
  const figure = (text: ReactNode) => (
    <th scope="col" className={`${head} text-end whitespace-nowrap`}>
      {text}
    </th>
  );
  return (
    <div className="overflow-hidden rounded-card border border-line">
      <table className="w-full">
        <caption className="caption-bottom border-t border-line px-4 py-2.5 text-start text-sm text-text-muted">
          {t('caption')}
          <noscript> {t('utc')}</noscript>
        </caption>
        <thead className="text-sm text-text-muted max-sm:sr-only">
          <tr>
            <th scope="col" className={`${head} text-start`}>
              {t('model')}
            </th>
            {figure(t('tokens'))}
            {figure(t('cost'))}
            {figure(t('latency'))}
            {figure(t('createdAt'))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <ActivityRow
              key={line.id}
              line={line}
              isOwn={line.userId === ownId}
              owner={line.userId === ownId ? null : (emails.get(line.userId) ?? null)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
