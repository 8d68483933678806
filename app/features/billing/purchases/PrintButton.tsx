import { Printer } from '#app/ui/icons/lucide.ts';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/ui/components/button/Button.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';

/** Opens the browser's own print dialog. It keeps its room while scripts load, and is unseen till then. */
export function PrintButton() {
  const { t } = useTranslation('purchases');
  const hydrated = useHydrated();
  return (
    <Button type="button" onClick={() => print()} className={hydrated ? '' : 'invisible'}>
      <Icon of={Printer} />
      {t('receipt.print')}
    </Button>
  );
}
