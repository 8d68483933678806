import { Form, Link } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Card } from '#app/ui/components/Card.tsx';
import { Banner } from '#app/ui/components/Banner.tsx';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { Field } from '#app/ui/components/form/Field.tsx';
import { numberFormat } from '#app/ui/i18n/formats.ts';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import {
  IMPORT_FIELD,
  importHref,
  IMPORTS_PATH,
  type ImportAnswer,
  type ImportsData,
} from './import-data.ts';

/** The form for an export of chats, and earlier imports. */
export function ImportsPage({ imports, answer }: { imports: ImportsData; answer: ImportAnswer | undefined }) {
  const { t, i18n } = useTranslation('imports');
  const { lines, maxMb, isOpen } = imports;
  const max = numberFormat(i18n.language, {}).format(maxMb);
  return (
    <PageColumn>
      <div className="flex flex-col gap-1">
        <h1 className="text-xl font-semibold">{t('title')}</h1>
        <p className="text-text-muted">{t('lead')}</p>
      </div>
      <Card title={t('upload.heading')}>
        {/* Loads a page: the browser then shows how much of a large file it has sent. */}
        <Form
          method="post"
          action={IMPORTS_PATH}
          encType="multipart/form-data"
          reloadDocument
          className="flex flex-col gap-4"
        >
          {isOpen && <Banner>{t('error.open')}</Banner>}
          <Field label={t('upload.file')} help={t('upload.help', { max })} error={answer?.error}>
            {(control) => (
              <input
                {...control}
                type="file"
                name={IMPORT_FIELD}
                accept=".zip,.json,application/zip,application/json"
                required
                className="control w-full py-2 file:me-3 file:rounded-control file:border file:border-line-strong file:bg-surface file:px-3 file:py-1.5"
              />
            )}
          </Field>
          <Button className="self-start">{t('upload.button')}</Button>
        </Form>
      </Card>
      {lines.length > 0 && (
        <Card title={t('earlier')}>
          <ul className="divide-y divide-line">
            {lines.map(({ id, fileName, state, stored, createdAt }) => (
              <li key={id} className="flex flex-col py-2">
                <Link to={importHref(id)} className="min-w-0 truncate font-medium underline">
                  <bdi dir="auto">{fileName}</bdi>
                </Link>
                <span className="text-sm text-text-muted">
                  {t(`state.${state}`)}
                  {' · '}
                  {t('stored', { total: numberFormat(i18n.language, {}).format(stored) })}
                  {' · '}
                  <DateTime at={createdAt} show="relative" />
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </PageColumn>
  );
}
