import { Form } from '@remix-run/react';
import { Bookmark, Download, Plus } from '#app/ui/icons/lucide.ts';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { buttonClasses } from '#app/ui/components/button/button-look.ts';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { Card } from '#app/ui/components/Card.tsx';
import { EmptyState } from '#app/ui/components/EmptyState.tsx';
import { Field } from '#app/ui/components/form/Field.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import { PresetRow } from './PresetRow.tsx';
import {
  EXPORT_PATH,
  FILE_FIELD,
  NEW_PRESET,
  PRESETS_PATH,
  type PresetLine,
  type PresetsAnswer,
} from './presets-data.ts';

interface PresetsPageProps {
  lines: PresetLine[];
  answer: PresetsAnswer | undefined;
}

/** Page of a user's presets, each with its actions, and the import and export of files. */
export function PresetsPage({ lines, answer }: PresetsPageProps) {
  const { t } = useTranslation('presets');
  const imported = answer?.imported;
  return (
    <PageColumn>
      <div className="flex flex-col gap-1.5">
        <h1 className="text-xl font-semibold">{t('title')}</h1>
        <p className="text-text-muted">{t('lead')}</p>
      </div>
      {imported && (
        <Banner
          tone={imported.leftOut.length > 0 ? 'warn' : 'success'}
          title={t('imported', { count: imported.count })}
        >
          {imported.leftOut.length > 0 && (
            <p>
              {t('leftOut')} <bdi dir="ltr">{imported.leftOut.join(', ')}</bdi>
            </p>
          )}
        </Banner>
      )}
      <div className="flex flex-wrap gap-2">
        <LinkButton to={`${PRESETS_PATH}/${NEW_PRESET}`} variant="primary">
          <Icon of={Plus} />
          {t('new')}
        </LinkButton>
        {lines.length > 0 && (
          <a href={EXPORT_PATH} download className={buttonClasses({ variant: 'quiet' })}>
            <Icon of={Download} />
            {t('exportAll')}
          </a>
        )}
      </div>
      {lines.length === 0 ? (
        <EmptyState icon={Bookmark} title={t('empty.title')} text={t('empty.text')} />
      ) : (
        <ul aria-label={t('title')} className="divide-y divide-line rounded-card border border-line">
          {lines.map((line) => (
            <PresetRow key={line.presetId} line={line} />
          ))}
        </ul>
      )}
      <Card title={t('import.heading')}>
        <Form
          method="post"
          action={PRESETS_PATH}
          encType="multipart/form-data"
          className="flex flex-col gap-4"
        >
          <p className="text-text-muted">{t('import.text')}</p>
          <Field label={t('import.file')} error={answer?.error}>
            {(control) => (
              <input
                {...control}
                type="file"
                name={FILE_FIELD}
                accept=".json,application/json"
                required
                className="control w-full py-2 file:me-3 file:rounded-control file:border file:border-line-strong file:bg-surface file:px-3 file:py-1.5"
              />
            )}
          </Field>
          <Button name="act" value="import" className="self-start">
            {t('import.button')}
          </Button>
        </Form>
      </Card>
    </PageColumn>
  );
}
