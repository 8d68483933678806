import { useTranslation } from '#app/ui/i18n/translation.ts';
import type { ListedOffer } from '#app/contracts/catalogue/listing.ts';
import { NO_FIGURES, type Figures, type OfferFigures } from '#app/contracts/catalogue/offer-figures.ts';
import { LIVE_FIGURES, LiveFigure } from '#app/features/models/shared/LiveFigure.tsx';

interface FiguresTableProps {
  offers: readonly ListedOffer[];
  /** By offer id. */
  figures: Record<string, OfferFigures>;
}

/** A scrollable box must be reachable by keyboard. */
const KEYBOARD_REACHABLE = { tabIndex: 0, role: 'region' };

const PERIODS = ['day', 'month'] as const satisfies (keyof OfferFigures)[];
const cell = 'px-4 py-2.5 text-end whitespace-nowrap tabular-nums';
/** Separates each figure from the next. */
const apart = (period: (typeof PERIODS)[number]) => (period === 'day' ? 'border-s border-line' : '');

/**
 * Recent performance of each offer: each figure over a day and over a month. A dash means no calls, not zero.
 */
export function FiguresTable({ offers, figures }: FiguresTableProps) {
  const { t } = useTranslation('models');
  return (
    <div className="flex flex-col gap-2">
      <h3 id="live" className="font-medium">
        {t('live.title')}
      </h3>
      <p className="max-w-reading text-text-muted">{t('live.lead')}</p>
      <div
        {...KEYBOARD_REACHABLE}
        aria-labelledby="live"
        className="scroll-x rounded-card border border-line bg-surface-raised"
      >
        <table className="w-full">
          <thead className="text-sm text-text-muted">
            <tr>
              <th scope="col" rowSpan={2} className="px-4 py-2.5 text-start align-bottom font-medium">
                {t('column.name')}
              </th>
              {LIVE_FIGURES.map((name) => (
                <th
                  key={name}
                  scope="colgroup"
                  colSpan={2}
                  className="border-s border-line px-4 pt-2.5 text-center font-medium whitespace-nowrap"
                >
                  {t(`live.${name}`)}
                </th>
              ))}
            </tr>
            <tr>
              {LIVE_FIGURES.flatMap((name) =>
                PERIODS.map((period) => (
                  <th
                    key={`${name} ${period}`}
                    scope="col"
                    className={`px-4 pb-2 text-end text-xs font-normal whitespace-nowrap ${apart(period)}`}
                  >
                    {t(`live.${period}`)}
                  </th>
                )),
              )}
            </tr>
          </thead>
          <tbody>
            {offers.map(({ id, name }) => (
              <tr key={id} className="border-t border-line">
                <th scope="row" className="px-4 py-2.5 text-start font-normal whitespace-nowrap">
                  <bdi className="font-medium">{name}</bdi>
                </th>
                {LIVE_FIGURES.flatMap((figure) =>
                  PERIODS.map((period) => (
                    <td key={`${figure} ${period}`} className={`${cell} ${apart(period)}`}>
                      <LiveFigure name={figure} figures={figuresOf(figures[id], period)} />
                    </td>
                  )),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function figuresOf(figures: OfferFigures | undefined, period: (typeof PERIODS)[number]): Figures {
  return (figures ?? NO_FIGURES)[period];
}
