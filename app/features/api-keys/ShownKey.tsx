import { useTranslation } from 'react-i18next';
import { Banner } from '#app/ui/components/Banner.tsx';
import { CopyButton } from '#app/ui/components/button/CopyButton.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { KEYS_PATH, type ShownValue } from './keys-page.ts';

/** A key that was made just now, to be copied. */
export function ShownKey({ shown: { keyId, value, how } }: { shown: ShownValue }) {
  const { t } = useTranslation('keys');
  return (
    <Banner
      tone="success"
      title={how === 'rotated' ? t('shown.rotated') : t('shown.created')}
      action={<CopyButton text={value} feedbackMs={1500} label={t('shown.copy')} />}
    >
      <code dir="ltr" className="my-1 block font-mono break-all select-all">
        {value}
      </code>
      <TextLink to={`${KEYS_PATH}/${keyId}`}>{t('shown.limits')}</TextLink>
    </Banner>
  );
}
