import { useTranslation } from 'react-i18next';
import { Banner } from '#app/ui/components/Banner.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { LifetimeField } from './LifetimeField.tsx';
import type { KeyFormData, RefusedKey } from './keys-data.ts';
import { ValueFields } from './ValueFields.tsx';

interface KeyFieldsProps {
  form: KeyFormData;
  refused: RefusedKey | undefined;
  busy: boolean;
}

/** The fields of a form that sets a key, on its page and in its dialog. */
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
