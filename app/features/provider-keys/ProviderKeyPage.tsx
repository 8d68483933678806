import { Form, useNavigation } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Card } from '#app/ui/components/Card.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { PROVIDER_KEYS_PATH } from '#app/ui/errors/error-pages.ts';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import { KeyFields } from './KeyFields.tsx';
import { keyPath, type KeyFormData, type RefusedKey } from './keys-data.ts';

interface ProviderKeyPageProps {
  form: KeyFormData;
  refused: RefusedKey | undefined;
}

/** Page with the form that sets the key of one endpoint. */
export function ProviderKeyPage({ form, refused }: ProviderKeyPageProps) {
  const { t } = useTranslation('ownkeys');
  const { name, label } = form;
  const busy = useNavigation().state !== 'idle';
  return (
    <PageColumn>
      <div className="flex flex-col gap-1.5">
        <TextLink to={PROVIDER_KEYS_PATH}>{t('form.back')}</TextLink>
        <h1 className="text-xl font-semibold">{t('form.title', { name: label })}</h1>
      </div>
      <Card>
        <Form
          method="post"
          action={keyPath(name)}
          encType="multipart/form-data"
          className="flex flex-col gap-4"
        >
          <KeyFields form={form} refused={refused} busy={busy} />
        </Form>
      </Card>
    </PageColumn>
  );
}
