import { Form } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Cell, DataTable, Lead, Row } from '#app/features/admin/table/DataTable.tsx';
import { Badge } from '#app/ui/components/Badge.tsx';
import { ConfirmButton } from '#app/ui/components/button/ConfirmButton.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { OPERATOR_PATHS } from '../operator-paths.ts';
import { PASTED, type DiffLine, type ImportPreview } from './catalogue-data.ts';

const { catalogue: PATH } = OPERATOR_PATHS;
const TONES = { added: 'good', changed: 'warn', vanished: 'neutral' } as const;

/** Changes of an import: reviewed, then applied by two presses, or cancelled. */
export function PreviewCard({ preview }: { preview: ImportPreview }) {
  const { t } = useTranslation(['admin', 'common']);
  const { importId, place, counts, lines, skipped } = preview;
  const heads = [
    { name: t('import.change') },
    { name: t('import.model') },
    { name: t('import.before') },
    { name: t('import.after') },
  ];
  const total = counts.added + counts.changed + counts.vanished;
  return (
    <section className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 className="text-md font-semibold">{t('import.diff')}</h2>
          <p className="text-text-muted wrap-anywhere">
            <bdi>{place === PASTED ? t('import.pasted') : place}</bdi> · {t('import.counts', counts)}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <LinkButton to={PATH} variant="plain">
            {t('common:cancel')}
          </LinkButton>
          {importId && (
            <Form method="post" action={PATH}>
              <input type="hidden" name="importId" value={importId} />
              <ConfirmButton name="act" value="apply" variant="primary" confirm={t('import.applyConfirm')}>
                {t('import.apply')}
              </ConfirmButton>
            </Form>
          )}
        </div>
      </div>
      {total === 0 ? (
        <p className="text-text-muted">{t('import.same')}</p>
      ) : (
        <DataTable caption={t('import.diff')} heads={heads}>
          {lines.map((line) => (
            <DiffRow key={`${line.kind} ${line.model} ${line.provider}`} line={line} />
          ))}
        </DataTable>
      )}
      {total > lines.length && (
        <p className="text-text-muted">{t('import.more', { count: total - lines.length })}</p>
      )}
      {skipped.length > 0 && (
        <details>
          <summary className="control inline-flex items-center text-text-muted">
            {t('import.skipped', { count: counts.skipped })}
          </summary>
          <ul dir="ltr" className="mt-2 flex flex-col gap-1 text-start text-sm wrap-anywhere text-text-muted">
            {skipped.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function DiffRow({ line: { kind, model, provider, before, after } }: { line: DiffLine }) {
  const { t } = useTranslation('admin');
  return (
    <Row>
      <Lead>
        <Badge tone={TONES[kind]}>{t(`import.kind.${kind}`)}</Badge>
      </Lead>
      <Cell name={t('import.model')}>
        <span dir="ltr">
          <code className="font-mono text-sm">{model}</code>{' '}
          <span className="text-sm text-text-muted">{provider}</span>
        </span>
      </Cell>
      <Cell name={t('import.before')}>{before && <Price text={before} />}</Cell>
      <Cell name={t('import.after')}>{after && <Price text={after} />}</Cell>
    </Row>
  );
}

function Price({ text }: { text: string }) {
  return (
    <span dir="ltr" className="font-mono text-sm">
      {text}
    </span>
  );
}
