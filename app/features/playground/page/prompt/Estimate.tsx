import { useTranslation } from 'react-i18next';
import { formatMicro } from '#app/contracts/money.ts';
import type { PairQuote } from '#app/contracts/playground/quote.ts';
import type { NamedPair } from '../../playground-data.ts';

interface EstimateProps {
  quotes: readonly PairQuote[] | null;
  selected: readonly NamedPair[];
}

/** What all answers cost at most together, and which of the selected models would not answer so. */
export function Estimate({ quotes, selected }: EstimateProps) {
  const { t } = useTranslation('playground');
  const most = (quotes ?? []).flatMap(({ mostMicro }) => (mostMicro === null ? [] : BigInt(mostMicro)));
  const refused = (quotes ?? []).filter(({ why }) => why !== null);
  const nameOf = (pair: string) => selected.find((one) => one.pair === pair)?.modelName ?? pair;
  return (
    // Its room is there before it is known, so that nothing moves.
    <div className="min-h-5 px-4 text-xs text-text-muted tabular-nums">
      {most.length > 0 && (
        <p>
          {t('atMost', { count: most.length, cost: formatMicro(most.reduce((sum, one) => sum + one, 0n)) })}
        </p>
      )}
      {refused.map(({ pair, why }) => (
        <p key={pair} className="text-warn">
          {t('wouldNot', { model: nameOf(pair) })} <bdi dir="auto">{why}</bdi>
        </p>
      ))}
    </div>
  );
}
