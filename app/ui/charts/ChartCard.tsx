import { ChevronRight } from '#app/ui/icons/lucide.ts';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Icon } from '#app/ui/components/Icon.tsx';
import { GROUNDS, type Series } from './series.ts';

interface ChartCardProps {
  id: string;
  title: string;
  /** The total of the chart. */
  total?: ReactNode;
  /** The series that are compared; they are named if there is more than one. */
  series?: readonly Pick<Series, 'name' | 'tone'>[];
  /** There is nothing to draw. */
  isEmpty: boolean;
  /** New data is loading. */
  isLoading: boolean;
  /** The same data as a table. */
  table: ReactNode;
  children: ReactNode;
}

/**
 * A chart with its title, its legend, and the same data as a table. Its height is the same in every state.
 */
export function ChartCard({
  id,
  title,
  total,
  series = [],
  isEmpty,
  isLoading,
  table,
  children,
}: ChartCardProps) {
  const { t } = useTranslation('charts');
  return (
    <section
      aria-labelledby={id}
      aria-busy={isLoading || undefined}
      className="flex min-w-0 flex-col gap-4 rounded-card border border-line bg-surface-raised p-4 md:p-5"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        <div className="flex flex-wrap items-baseline gap-x-4 text-sm text-text-muted">
          {series.length > 1 && (
            <ul className="flex flex-wrap gap-x-4">
              {series.map(({ name, tone }) => (
                <li key={name} className="flex items-center gap-1.5">
                  <span aria-hidden className={`size-2 rounded-full ${GROUNDS[tone]}`} />
                  {name}
                </li>
              ))}
            </ul>
          )}
          {total && <p className="tabular-nums">{total}</p>}
        </div>
      </div>
      {isLoading ? (
        <Skeleton />
      ) : isEmpty ? (
        <p className="flex min-h-54 grow items-center justify-center text-center text-text-faint">
          {t('empty')}
        </p>
      ) : (
        <>
          <div className="min-h-54">{children}</div>
          <details className="group/table mt-auto -mb-2 border-t border-line pt-1 print:hidden">
            <summary className="-mx-1 control inline-flex items-center gap-1.5 rounded-control px-1 text-sm text-text-muted hover:text-text">
              <span className="transition-transform group-open/table:rotate-90 rtl:group-open/table:-rotate-90">
                <Icon of={ChevronRight} mirror />
              </span>
              {t('table')} <span className="sr-only">{title}</span>
            </summary>
            {table}
          </details>
        </>
      )}
    </section>
  );
}

/** Placeholder bars while the data loads; invisible if the data arrives at once. */
function Skeleton() {
  const { t } = useTranslation('charts');
  return (
    <div className="skeleton flex min-h-54 grow items-end gap-2 border-b border-line">
      <span className="sr-only">{t('loading')}</span>
      {[40, 65, 30, 80, 55, 70, 45, 60].map((height) => (
        <span
          key={height}
          aria-hidden
          style={{ height: `${height}%` }}
          className="grow rounded-t-control bg-surface-sunken"
        />
      ))}
    </div>
  );
}
