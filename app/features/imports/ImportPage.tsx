import { useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import { Card } from '#app/ui/components/Card.tsx';
import { ProgressBar } from '#app/ui/components/ProgressBar.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { numberFormat } from '#app/ui/i18n/formats.ts';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import { importHref, IMPORTS_PATH, type ImportData } from './import-data.ts';
import type { ReportReason } from './report-view.ts';

/** Milliseconds between two looks at an import that runs. */
const AGAIN_MS = 2000;

/** One import: its progress while it runs, and its report. */
export function ImportPage({ line, report }: ImportData) {
  const { t, i18n } = useTranslation('imports');
  const { state } = line;
  const isOpen = state === 'waiting' || state === 'running';
  useReload(isOpen);
  const isEmpty = !isOpen && report.chats.read === 0;
  return (
    <PageColumn>
      <div className="flex flex-col gap-1">
        <h1 className="text-xl font-semibold wrap-anywhere">
          <bdi dir="auto">{line.fileName}</bdi>
        </h1>
        {report.sources.length > 0 && (
          <p className="text-text-muted">
            {t('source', { names: new Intl.ListFormat(i18n.language).format(report.sources) })}
          </p>
        )}
      </div>
      {isOpen ? (
        <Banner
          title={t(`state.${state}`)}
          action={
            <LinkButton to={importHref(line.id)} reloadDocument>
              {t('reload')}
            </LinkButton>
          }
        >
          <p>{t('leave')}</p>
          <ProgressBar label={t(`state.${state}`)} percent={null} className="mt-3" />
        </Banner>
      ) : (
        <Banner tone={state === 'failed' ? 'bad' : isEmpty ? 'warn' : 'success'} title={t(`state.${state}`)}>
          {state === 'failed' && <p>{t('failed')}</p>}
          {isEmpty && state === 'done' && <p>{t('nothing')}</p>}
        </Banner>
      )}
      <Card title={t('report')}>
        <Sums report={report} />
      </Card>
      {report.reasons.length > 0 && (
        <Card title={t('reasons')}>
          <ul className="divide-y divide-line">
            {report.reasons.map((reason) => (
              <Reason key={reason.reason} reason={reason} />
            ))}
          </ul>
        </Card>
      )}
      <LinkButton to={IMPORTS_PATH} className="self-start">
        {t('back')}
      </LinkButton>
    </PageColumn>
  );
}

/** Loads the page's data again while the import runs. */
function useReload(isOpen: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(revalidate, AGAIN_MS);
    return () => clearInterval(timer);
  }, [isOpen, revalidate]);
}

const ROWS = ['read', 'created', 'extended', 'present', 'omitted'] as const;

function Sums({ report: { chats, messages } }: Pick<ImportData, 'report'>) {
  const { t, i18n } = useTranslation('imports');
  const numbers = numberFormat(i18n.language, {});
  return (
    <table className="w-full text-start">
      <thead className="text-sm text-text-muted">
        <tr>
          <th scope="col" className="py-2 text-start font-normal">
            {t('count')}
          </th>
          <th scope="col" className="p-2 text-end font-normal">
            {t('chats')}
          </th>
          <th scope="col" className="p-2 text-end font-normal">
            {t('messages')}
          </th>
        </tr>
      </thead>
      <tbody>
        {ROWS.map((row) => (
          <tr key={row} className="border-t border-line">
            <th scope="row" className="py-2 text-start font-normal">
              {t(`row.${row}`)}
            </th>
            {[chats, messages].map((sums, index) => (
              <td key={index === 0 ? 'chats' : 'messages'} className="p-2 text-end tabular-nums">
                {sums[row] === undefined ? '' : numbers.format(sums[row])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Reason({ reason: { reason, count, examples } }: { reason: ReportReason }) {
  const { t, i18n } = useTranslation('imports');
  return (
    <li className="flex gap-4 py-2">
      <div className="min-w-0 grow">
        <p>{t(`reason.${reason}`)}</p>
        {examples.map((example) => (
          <p key={example} className="truncate text-sm text-text-muted">
            <bdi dir="auto">{example}</bdi>
          </p>
        ))}
      </div>
      <span className="tabular-nums">{numberFormat(i18n.language, {}).format(count)}</span>
    </li>
  );
}
