import { Form } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { OVERLAP_DEFAULT_SECONDS, type ApiKeyView } from '#app/contracts/api-keys.ts';
import { Button } from '#app/ui/components/button/Button.tsx';
import { Card } from '#app/ui/components/Card.tsx';
import { Field } from '#app/ui/components/form/Field.tsx';
import { Select } from '#app/ui/components/form/Select.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import { KeyForm } from './KeyForm.tsx';
import { KEYS_PATH, OVERLAPS, type KeyAnswer, type KeyValues } from './keys-page.ts';
import { RevokeKey } from './RevokeKey.tsx';

interface KeyPageProps {
  apiKey: ApiKeyView;
  values: KeyValues;
  /** Ids that the key can be restricted to. */
  models: string[];
  /** True when another key has already replaced it. */
  replaced: boolean;
  answer: KeyAnswer | undefined;
}

/** Page of one key: edit its name and limits, pause, rotate or revoke it. */
export function KeyPage({ apiKey, values, models, replaced, answer }: KeyPageProps) {
  const { t } = useTranslation('keys');
  const { _id: keyId, name, state } = apiKey;
  const disabled = state === 'disabled';
  return (
    <PageColumn>
      <div className="flex flex-col gap-1.5">
        <TextLink to={KEYS_PATH}>{t('edit.back')}</TextLink>
        <h1 className="text-xl font-semibold break-words">
          <bdi>{name}</bdi>
        </h1>
        <code dir="ltr" className="self-start font-mono text-text-muted">
          {apiKey.value}
        </code>
      </div>
      <Card title={t('edit.heading')}>
        <KeyForm keyId={keyId} values={values} models={models} refused={answer?.refused} />
      </Card>
      <Card title={t('pause.heading')}>
        <Form
          method="post"
          action={`${KEYS_PATH}/${keyId}`}
          className="flex flex-wrap items-center justify-between gap-4"
        >
          <p className="text-text-muted">{disabled ? t('pause.disabled') : t('pause.enabled')}</p>
          <Button name="act" value={disabled ? 'enable' : 'disable'}>
            {disabled ? t('pause.enable') : t('pause.disable')}
          </Button>
        </Form>
      </Card>
      {!replaced && (
        <Card title={t('rotate.heading')}>
          <Form method="post" action={KEYS_PATH} className="flex flex-col gap-4">
            <p className="text-text-muted">{t('rotate.text')}</p>
            <input type="hidden" name="keyId" value={keyId} />
            <Field label={t('rotate.overlap')}>
              {(control) => (
                <Select {...control} name="overlap" defaultValue={OVERLAP_DEFAULT_SECONDS}>
                  {OVERLAPS.map(([word, seconds]) => (
                    <option key={word} value={seconds}>
                      {t(`rotate.${word}`)}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <Button name="act" value="rotate" className="self-start">
              {t('rotate.button')}
            </Button>
          </Form>
        </Card>
      )}
      <Card title={t('revoke.heading')}>
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="text-text-muted">{t('revoke.help')}</p>
          <RevokeKey keyId={keyId} name={name} />
        </div>
      </Card>
    </PageColumn>
  );
}
