import { useId } from 'react';
import { useRouteLoaderData } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Icon } from '#app/ui/components/Icon.tsx';
import { FlaskConical } from '#app/ui/icons/lucide.ts';

/**
 * In the header of an installation that has no provider and answers by itself: a badge that opens the
 * explanation, also without scripts. A phone shows its icon alone.
 */
export function DemoBadge() {
  const { t } = useTranslation();
  const id = useId();
  const isDemo = useRouteLoaderData<{ isDemo: boolean }>('root')?.isDemo ?? false;
  if (!isDemo) return null;
  return (
    <span className="anchor-host inline-flex shrink-0">
      <button
        type="button"
        popovertarget={id}
        className="inline-flex control items-center justify-center gap-1 rounded-control px-1.5 max-md:min-w-11 text-xs font-medium text-warn transition-colors hover:bg-warn-soft"
      >
        <Icon of={FlaskConical} />
        <span className="max-sm:sr-only">{t('demo.badge')}</span>
      </button>
      <p
        id={id}
        popover="auto"
        role="note"
        className="my-1 max-w-66 floating floating-end rounded-card border border-line bg-surface-raised p-3 text-sm text-text shadow-float"
      >
        {t('demo.text')}
      </p>
    </span>
  );
}
