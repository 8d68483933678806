import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Button } from '#app/ui/components/button/Button.tsx';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import { isServerThere } from './load-chunk.ts';

/**
 * Stands in for a part of the page whose script or data could not be loaded, such as a drawer during a network
 * failure. The typed text stays. A press tries again: it reloads the page when the server answers, since a
 * browser may remember that a script has failed; typed messages are stored as drafts.
 */
export function MissingPart() {
  const { t } = useTranslation();
  const tryAgain = async () => {
    if (await isServerThere()) location.reload();
  };
  // A part that fails while the page loads is removed from it, and the page hydrates without it.
  if (!useHydrated()) return null;
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 px-4 py-3 text-sm">
      <p className="text-bad">{t('missingPart')}</p>
      <Button type="button" size="small" onClick={() => void tryAgain()}>
        {t('retry')}
      </Button>
    </div>
  );
}
