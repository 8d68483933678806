import { useTranslation } from '#app/ui/i18n/translation.ts';
import type { RankedName } from '#app/contracts/usage/dashboard.ts';
import { formatMicro } from '#app/contracts/money.ts';
import { ChartCard } from '#app/ui/charts/ChartCard.tsx';
import { RankingBars } from '#app/ui/charts/RankingBars.tsx';
import { numberFormat } from '#app/ui/i18n/formats.ts';

interface RankingProps {
  kind: 'models' | 'keys' | 'applications';
  names: readonly RankedName[];
  isLoading: boolean;
  /** The id that the figures are filtered by. */
  chosen?: string | null;
  /** The address behind a bar: a filter for it alone, or back to all. */
  hrefOf?: (id: string) => string;
}

/** Models and keys ranked by requests, or applications ranked by cost. */
export function Ranking({ kind, names, isLoading, chosen = null, hrefOf }: RankingProps) {
  const { t, i18n } = useTranslation('dashboard');
  const number = numberFormat(i18n.language);
  const isByCost = kind === 'applications';
  const nameOf = ({ id, name }: RankedName) => name ?? (kind === 'keys' ? t('namelessKey') : id);
  const requestsOf = ({ requests }: RankedName) => number.format(requests);
  const costOf = ({ costMicro }: RankedName) => formatMicro(BigInt(costMicro));
  const valueOf = (one: RankedName) => (isByCost ? Number(one.costMicro) : one.requests);
  const ordered = names.toSorted((one, other) => valueOf(other) - valueOf(one));
  return (
    <ChartCard
      id={`chart-${kind}`}
      title={t(`chart.${kind}`)}
      isEmpty={names.length === 0}
      isLoading={isLoading}
      table={
        <RankingTable
          kind={kind}
          rows={ordered.map((one) => [one.id, nameOf(one), requestsOf(one), costOf(one)])}
        />
      }
    >
      <RankingBars
        bars={ordered.map((one) => ({
          id: one.id,
          name: nameOf(one),
          value: valueOf(one),
          text: isByCost ? costOf(one) : requestsOf(one),
          ...(hrefOf && { href: hrefOf(one.id) }),
          action: t(one.id === chosen ? 'bar.clear' : 'bar.choose'),
          isChosen: one.id === chosen,
        }))}
      />
    </ChartCard>
  );
}

interface RankingTableProps {
  kind: RankingProps['kind'];
  rows: readonly (readonly [id: string, name: string, requests: string, cost: string])[];
}

const cell = 'px-2 py-1.5';

function RankingTable({ kind, rows }: RankingTableProps) {
  const { t } = useTranslation('dashboard');
  return (
    <table className="w-full text-sm tabular-nums">
      <thead className="text-text-muted">
        <tr>
          <th scope="col" className={`${cell} text-start font-medium`}>
            {t(`column.${kind}`)}
          </th>
          <th scope="col" className={`${cell} text-end font-medium`}>
            {t('series.requests')}
          </th>
          <th scope="col" className={`${cell} text-end font-medium`}>
            {t('series.cost')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([id, name, ...figures]) => (
          <tr key={id} className="border-t border-line">
            <th scope="row" className={`${cell} text-start font-normal wrap-anywhere`}>
              <bdi>{name}</bdi>
            </th>
            {figures.map((figure, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- The columns are always the same.
              <td key={index} className={`${cell} text-end whitespace-nowrap`}>
                <bdi>{figure}</bdi>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
