import { useTranslation } from 'react-i18next';
import { NewSecret } from '#app/ui/components/NewSecret.tsx';
import type { ShownSecretValue } from './webhooks-page.ts';

/** A secret that was made just now, to be copied: it is not shown again. */
export function ShownSecret({ shown: { secret, how } }: { shown: ShownSecretValue }) {
  const { t } = useTranslation('webhooks');
  return (
    <NewSecret
      title={how === 'rolled' ? t('shown.rolled') : t('shown.created')}
      value={secret}
      copyLabel={t('shown.copy')}
    >
      {t('shown.once')}
    </NewSecret>
  );
}
