import { useTranslation } from '#app/ui/i18n/translation.ts';
import { buttonClasses } from '#app/ui/components/button/button-look.ts';

/** The first stop of the Tab key: skips the content that every page repeats. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a
      href="#content"
      className={buttonClasses({ variant: 'primary' }, 'fixed start-2 top-2 z-50 not-focus:sr-only')}
    >
      {t('skipToContent')}
    </a>
  );
}
