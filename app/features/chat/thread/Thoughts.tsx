import { ChevronRight } from '#app/ui/icons/lucide.ts';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Icon } from '#app/ui/components/Icon.tsx';

/** Thoughts of the model before its answer, folded. */
export function Thoughts({ text }: { text: string }) {
  const { t } = useTranslation('chat');
  return (
    <details className="group/thinking mb-2 text-text-muted">
      <summary className="control inline-flex items-center gap-1 rounded-control text-sm hover:text-text">
        <span className="inline-flex transition-transform group-open/thinking:rotate-90 rtl:-scale-x-100 rtl:group-open/thinking:-rotate-90">
          <Icon of={ChevronRight} />
        </span>
        {t('message.thinking')}
      </summary>
      <p dir="auto" className="border-s-2 border-line ps-3 text-base leading-reading whitespace-pre-wrap">
        {text}
      </p>
    </details>
  );
}
