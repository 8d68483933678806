import { Form, useNavigation } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { Card } from '#app/ui/components/Card.tsx';
import { Field } from '#app/ui/components/form/Field.tsx';
import { TextArea } from '#app/ui/components/form/TextArea.tsx';
import { TextInput } from '#app/ui/components/form/TextInput.tsx';
import { OPERATOR_PATHS } from '../operator-paths.ts';
import { PLACE_MAX, PROVIDER_MAX } from './catalogue-data.ts';

/** Error of a rejected list, with the typed fields. */
export interface RefusedImport {
  error: string;
  address: string;
  provider: string;
}

/** Form for a price list: an address, a file, or pasted text. */
export function ImportForm({ refused }: { refused: RefusedImport | undefined }) {
  const { t } = useTranslation(['admin', 'common']);
  const { state, formData } = useNavigation();
  return (
    <Card title={t('import.heading')}>
      <Form
        method="post"
        action={OPERATOR_PATHS.catalogue}
        encType="multipart/form-data"
        className="flex flex-col gap-4"
      >
        <p className="max-w-reading text-text-muted">{t('import.lead')}</p>
        {refused && <Banner tone="bad">{refused.error}</Banner>}
        <div className="grid gap-4 md:grid-cols-2">
          <Field label={t('import.address')} help={t('import.addressHelp')}>
            {(control) => (
              <TextInput
                {...control}
                name="address"
                inputMode="url"
                dir="ltr"
                defaultValue={refused?.address}
                maxLength={PLACE_MAX}
                autoComplete="off"
              />
            )}
          </Field>
          <Field label={t('import.file')} help={t('import.fileHelp')}>
            {(control) => (
              <input
                {...control}
                type="file"
                name="file"
                accept=".json,application/json"
                className="control w-full max-w-full rounded-control py-0.5 text-base file:me-3 file:rounded-control file:border file:border-line-strong file:bg-surface file:px-3 file:py-1 file:text-text"
              />
            )}
          </Field>
        </div>
        <Field label={t('import.text')}>
          {(control) => (
            <TextArea
              {...control}
              name="text"
              dir="ltr"
              rows={3}
              spellCheck={false}
              className="max-h-60 font-mono text-sm"
            />
          )}
        </Field>
        <Field label={t('import.provider')} help={t('import.providerHelp')} note={t('common:optional')}>
          {(control) => (
            <TextInput
              {...control}
              name="provider"
              dir="ltr"
              defaultValue={refused?.provider}
              maxLength={PROVIDER_MAX}
              autoComplete="off"
              className="max-w-60"
            />
          )}
        </Field>
        <Button
          variant="primary"
          name="act"
          value="preview"
          busy={state !== 'idle' && formData?.get('act') === 'preview'}
          className="self-start"
        >
          {t('import.preview')}
        </Button>
      </Form>
    </Card>
  );
}
