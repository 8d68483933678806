import { useTranslation } from 'react-i18next';
import {
  KEY_LIFETIMES,
  LIFETIME_NAMES,
  USUAL_LIFETIME,
  type KeyLifetime,
} from '#app/contracts/credentials/key-expiry.ts';
import { Field } from '#app/ui/components/form/Field.tsx';
import { Select } from '#app/ui/components/form/Select.tsx';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import { dateFormat } from '#app/ui/i18n/formats.ts';

interface LifetimeFieldProps {
  /** ISO 8601: what is counted from. */
  now: string;
  chosen: KeyLifetime | undefined;
}

/** How long a key is kept. Each choice says its date, in the reader's zone once scripts run, and what happens then. */
export function LifetimeField({ now, chosen }: LifetimeFieldProps) {
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
        <Select {...control} name="lifetime" defaultValue={chosen ?? USUAL_LIFETIME}>
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
