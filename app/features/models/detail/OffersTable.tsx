import { useTranslation } from '#app/ui/i18n/translation.ts';
import { contextLabel } from '#app/contracts/catalogue/context-label.ts';
import type { ListedOffer } from '#app/contracts/catalogue/listing.ts';
import { Badge } from '#app/ui/components/Badge.tsx';
import { allChips } from '../shared/rate-chips.ts';
import { RateText } from '../shared/RateText.tsx';
import { SortHead } from '../shared/SortHead.tsx';
import { afterSort, viewHref, type Column, type DetailView } from './detail-query.ts';
import { classIn, COLUMNS_OF, sortedOffers, type TableKind } from './offer-tables.ts';

interface OffersTableProps {
  modelId: string;
  kind: TableKind;
  offers: readonly ListedOffer[];
  view: DetailView;
}

const cell = 'px-4 py-2.5';

/** The offers for one kind of output, with their prices. On a phone it scrolls at its natural width. */
export function OffersTable({ modelId, kind, offers, view }: OffersTableProps) {
  const { t } = useTranslation('models');
  const columns = COLUMNS_OF[kind];
  return (
    <div className="scroll-x rounded-card border border-line bg-surface-raised">
      <table className="w-full">
        <caption className="sr-only">{t(`offers.${kind}`)}</caption>
        <thead className="text-sm text-text-muted">
          <tr>
            {columns.map((column) => (
              <SortHead
                key={column}
                to={viewHref(modelId, afterSort(view, column))}
                order={
                  view.sort?.by !== column ? undefined : view.sort.isDescending ? 'descending' : 'ascending'
                }
                align={column === 'name' ? 'start' : 'end'}
              >
                {t(`column.${column}`)}
              </SortHead>
            ))}
            <th scope="col" className={`${cell} text-end font-medium`}>
              {t('column.state')}
            </th>
          </tr>
        </thead>
        <tbody>
          {sortedOffers(offers, kind, view).map((offer) => (
            <tr key={offer.id} className="border-t border-line">
              {columns.map((column) => (
                <Cell key={column} offer={offer} kind={kind} column={column} />
              ))}
              <td className={`${cell} text-end`}>
                {offer.bar === null ? (
                  <Badge tone="good">{t('callable')}</Badge>
                ) : (
                  <Badge>{t(`bar.${offer.bar}`)}</Badge>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ offer, kind, column }: { offer: ListedOffer; kind: TableKind; column: Column }) {
  if (column === 'name')
    return (
      <th scope="row" className={`${cell} text-start font-normal whitespace-nowrap`}>
        <bdi className="font-medium">{offer.name}</bdi>{' '}
        <code className="font-mono text-xs text-text-faint">{offer.provider}</code>
      </th>
    );
  const name = classIn(offer, kind, column);
  const rate = allChips(offer.rates).find((chip) => chip.class === name);
  const context = column === 'context' ? contextLabel(offer.contextTokens) : null;
  return (
    <td className={`${cell} text-end whitespace-nowrap tabular-nums`}>
      {rate && <RateText rate={rate} />}
      {context}
      {!rate && !context && <span className="text-text-faint">–</span>}
    </td>
  );
}
