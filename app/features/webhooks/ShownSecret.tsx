import { useTranslation } from 'react-i18next';
import { Banner } from '#app/ui/components/Banner.tsx';
import { CopyButton } from '#app/ui/components/button/CopyButton.tsx';
import type { ShownSecretValue } from './webhooks-page.ts';

/** A secret that was made just now, to be copied: it is not shown again. */
export function ShownSecret({ shown: { secret, how } }: { shown: ShownSecretValue }) {
  const { t } = useTranslation('webhooks');
  return (
    <Banner
      tone="success"
      title={how === 'rolled' ? t('shown.rolled') : t('shown.created')}
      action={<CopyButton text={secret} feedbackMs={1500} label={t('shown.copy')} />}
    >
      <code dir="ltr" className="my-1 block font-mono break-all select-all">
        {secret}
      </code>
      {t('shown.once')}
    </Banner>
  );
}
