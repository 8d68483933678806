import { useTranslation } from '#app/ui/i18n/translation.ts';
import {
  KEY_LIFETIMES,
  LIFETIME_NAMES,
  DEFAULT_LIFETIME,
  type KeyLifetime,
} from '#app/contracts/credentials/key-expiry.ts';
import type { OwnKeyKind } from '#app/contracts/endpoints/facts.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { Field } from '#app/ui/components/form/Field.tsx';
import { PasswordInput } from '#app/ui/components/form/PasswordInput.tsx';
import { Select } from '#app/ui/components/form/Select.tsx';
import { TextInput } from '#app/ui/components/form/TextInput.tsx';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import { dateFormat } from '#app/ui/i18n/formats.ts';
import { AZURE_FIELDS, type KeyFormData, type RefusedKey } from './keys-data.ts';

interface KeyFieldsProps {
  form: KeyFormData;
  refused: RefusedKey | undefined;
  busy: boolean;
}

interface LifetimeFieldProps {
  /** ISO 8601 time that the choices are counted from. */
  now: string;
  chosen: KeyLifetime | undefined;
}

interface ValueFieldsProps {
  kind: OwnKeyKind;
  refused: RefusedKey | undefined;
}

/** Fields of the form that sets a key, for its page and its dialog. */
export function KeyFields({ form: { kind, returnTo, now }, refused, busy }: KeyFieldsProps) {
  const { t } = useTranslation('ownkeys');
  const isFile = kind === 'service-account';
  return (
    <>
      {refused && isFile && <Banner tone="bad">{refused.message}</Banner>}
      {returnTo !== null && <input type="hidden" name="returnTo" value={returnTo} />}
      <ValueFields kind={kind} refused={refused} />
      <LifetimeField now={now} chosen={refused?.lifetime} />
      <Button variant="primary" busy={busy} className="self-start">
        {t(isFile ? 'form.import' : 'form.save')}
      </Button>
    </>
  );
}

/**
 * Storage time of a key. Each choice shows its date, in the reader's time zone once scripts run; the help
 * text explains the expiry.
 */
function LifetimeField({ now, chosen }: LifetimeFieldProps) {
  const { t, i18n } = useTranslation('ownkeys');
  const zone = useHydrated() ? {} : ({ timeZone: 'UTC', timeZoneName: 'short' } as const);
  const format = dateFormat(i18n.language, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    ...zone,
  });
  const begin = new Date(now).getTime();
  return (
    <Field label={t('form.lifetime')} help={t('form.kept')}>
      {(control) => (
        <Select {...control} name="lifetime" defaultValue={chosen ?? DEFAULT_LIFETIME}>
          {LIFETIME_NAMES.map((name) => (
            <option key={name} value={name} suppressHydrationWarning>
              {t('until', {
                lifetime: t(`lifetime.${name}`),
                date: format.format(begin + KEY_LIFETIMES[name]),
              })}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/**
 * Fields for the key itself: one text, the four fields of Azure, or a key file. Secrets are never filled in
 * again.
 */
function ValueFields({ kind, refused }: ValueFieldsProps) {
  const { t } = useTranslation('ownkeys');
  const wrong = (field: string) => (refused?.field === field ? refused.message : undefined);
  if (kind === 'service-account')
    return (
      <Field label={t('form.file')} help={t('form.fileHelp')} error={wrong('value')}>
        {(control) => (
          <TextInput
            {...control}
            type="file"
            name="value"
            accept=".json,application/json"
            required
            className="py-2"
          />
        )}
      </Field>
    );
  if (kind === 'text' || kind === 'session')
    return (
      <Field
        label={t('form.value')}
        help={kind === 'session' ? t('form.sessionHelp') : undefined}
        error={wrong('value')}
      >
        {(control) => (
          <PasswordInput
            {...control}
            name="value"
            required
            maxLength={kind === 'text' ? 500 : 4096}
            autoComplete="off"
          />
        )}
      </Field>
    );
  return AZURE_FIELDS.map((field) => (
    <Field key={field} label={t(`form.${field}`)} error={wrong(field)}>
      {(control) => {
        const common = { ...control, name: field, required: true, autoComplete: 'off' };
        return field === 'azureOpenAIApiKey' ? (
          <PasswordInput {...common} maxLength={500} />
        ) : (
          <TextInput {...common} dir="ltr" maxLength={64} defaultValue={refused?.typed[field]} />
        );
      }}
    </Field>
  ));
}
