import { formatMicro } from '#app/contracts/money.ts';
import { joinClasses } from './join-classes.ts';

/** An amount of money in micro-dollars, as text where it came as JSON. Never rounded to zero. */
export function Money({ micro, className }: { micro: bigint | string; className?: string }) {
  const amount = BigInt(micro);
  return (
    <data value={amount.toString()} className={joinClasses('font-mono tabular-nums', className)}>
      {formatMicro(amount)}
    </data>
  );
}
