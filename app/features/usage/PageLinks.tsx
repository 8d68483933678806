import { Link } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { numberFormat } from '#app/ui/i18n/formats.ts';
import { usageHref, type UsageQuery } from './filter/usage-query.ts';

const number = 'control inline-flex min-w-9 items-center justify-center rounded-control px-1.5 tabular-nums';

interface PageLinksProps {
  query: UsageQuery;
  page: number;
  pages: number;
  /** The newest call of the paged list, and that of the list that continues after it. */
  until: string | null;
  older: string | null;
}

/** The number of pages shown on either side of the current one. */
const AROUND = 1;

/**
 * Links to the previous and next page, to those around this one, to both ends, and back to the newest call.
 */
export function PageLinks({ query, page, pages, until, older }: PageLinksProps) {
  const { t, i18n } = useTranslation('usage');
  const format = numberFormat(i18n.language);
  const to = (one: number) => usageHref(query, { page: one, until });
  const next = page < pages ? to(page + 1) : older && usageHref(query, { until: older });
  return (
    <nav
      aria-label={t('pages')}
      className="flex items-center justify-between gap-3 max-sm:flex-col-reverse max-sm:items-stretch"
    >
      {query.until !== null && (
        <LinkButton to={usageHref(query)} size="small">
          {t('newest')}
        </LinkButton>
      )}
      <div className="ms-auto flex items-center gap-1 max-sm:w-full max-sm:justify-between max-sm:gap-0">
        {page > 1 && (
          <LinkButton to={to(page - 1)} size="small" rel="prev">
            {t('previous')}
          </LinkButton>
        )}
        {pages > 1 &&
          pagesToShow(page, pages).map((one, index, shown) =>
            one === null ? (
              <span key={`after ${shown[index - 1]}`} aria-hidden className="px-1 text-text-faint">
                …
              </span>
            ) : (
              <Link
                key={one}
                to={to(one)}
                aria-current={one === page ? 'page' : undefined}
                aria-label={t('page', { number: format.format(one) })}
                className={`${number} ${one === page ? 'bg-surface-sunken font-medium' : 'text-text-muted hover:text-text'}`}
              >
                {format.format(one)}
              </Link>
            ),
          )}
        {next && (
          <LinkButton to={next} size="small" rel="next">
            {t('next')}
          </LinkButton>
        )}
      </div>
    </nav>
  );
}

/** The page numbers to link to: the first, the last and those around a page; null for a gap. */
export function pagesToShow(page: number, pages: number): (number | null)[] {
  const numbers = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (one) => one === 1 || one === pages || Math.abs(one - page) <= AROUND,
  );
  return numbers.flatMap((one, index) => {
    const before = numbers[index - 1] ?? 0;
    if (one - before <= 1) return [one];
    // A gap of one page takes as much room as its number.
    return one - before === 2 ? [one - 1, one] : [null, one];
  });
}
