import { Form, useNavigation } from '@remix-run/react';
import { useId } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Button } from '#app/ui/components/button/Button.tsx';
import { Card } from '#app/ui/components/Card.tsx';
import { KEYS_PATH } from './keys-page.ts';

/** Settings for the data that is stored of an account's API calls. */
export interface PrivacySwitches {
  keepsCalls: boolean;
  refusesStore: boolean;
}

/**
 * Form for the data that is stored of API calls. @param days max days of storage; 0: until the account is
 * deleted
 */
export function PrivacyForm({ current, days }: { current: PrivacySwitches; days: number }) {
  const { t } = useTranslation(['keys', 'common']);
  const { state, formData } = useNavigation();
  return (
    <Card title={t('privacy.heading')}>
      <Form method="post" action={KEYS_PATH} className="flex flex-col gap-4">
        <Switch
          name="keepsCalls"
          isOn={current.keepsCalls}
          label={t('privacy.keepsCalls')}
          help={days === 0 ? t('privacy.keepsCallsAlways') : t('privacy.keepsCallsHelp', { count: days })}
        />
        <Switch
          name="refusesStore"
          isOn={current.refusesStore}
          label={t('privacy.refusesStore')}
          help={t('privacy.refusesStoreHelp')}
        />
        <Button
          name="act"
          value="privacy"
          busy={state !== 'idle' && formData?.get('act') === 'privacy'}
          className="self-start"
        >
          {t('common:save')}
        </Button>
      </Form>
    </Card>
  );
}

interface SwitchProps {
  name: keyof PrivacySwitches;
  isOn: boolean;
  label: string;
  help: string;
}

function Switch({ name, isOn, label, help }: SwitchProps) {
  const helpId = useId();
  return (
    <div className="flex flex-col gap-1">
      <label className="flex items-center gap-2 font-medium">
        <input
          key={String(isOn)}
          type="checkbox"
          name={name}
          value="1"
          defaultChecked={isOn}
          aria-describedby={helpId}
          className="size-4 accent-accent"
        />
        {label}
      </label>
      <p id={helpId} className="text-sm text-text-muted">
        {help}
      </p>
    </div>
  );
}
