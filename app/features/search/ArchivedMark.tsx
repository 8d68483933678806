import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Icon } from '#app/ui/components/Icon.tsx';
import { Archive } from '#app/ui/icons/lucide.ts';

/** Marks a result whose chat is archived. */
export function ArchivedMark() {
  const { t } = useTranslation('search');
  return (
    <span className="inline-flex shrink-0 items-center gap-1 text-sm text-text-muted">
      <Icon of={Archive} size={16} />
      {t('archived')}
    </span>
  );
}
