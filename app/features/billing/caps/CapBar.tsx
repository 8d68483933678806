import { useTranslation } from 'react-i18next';
import { formatExactly } from '#app/contracts/money.ts';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import type { CapUse } from './limits.ts';

/** Steps of the bar: more than it has pixels. */
const WHOLE = 1000n;

/** How far a cap is used, in figures and as a slim bar whose end is what is held. */
export function CapBar({ use: { window, capMicro, usedMicro, heldMicro, resetsAt } }: { use: CapUse }) {
  const { t } = useTranslation('limits');
  const [cap, used, held] = [BigInt(capMicro), BigInt(usedMicro), BigInt(heldMicro)];
  const share = (micro: bigint) => Number(((micro < cap ? micro : cap) * WHOLE) / cap);
  const isFull = used >= cap;
  return (
    <li className="flex flex-col gap-1.5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 tabular-nums">
        <span className="font-medium">
          {t(`used.${window}`, { used: formatExactly(used), cap: formatExactly(cap) })}
        </span>
        <span className="text-sm text-text-muted">
          {held > 0n && <>{t('held', { held: formatExactly(held) })} · </>}
          {t('resets')} <DateTime at={resetsAt} />
        </span>
      </p>
      <svg
        aria-hidden
        viewBox={`0 0 ${WHOLE} 6`}
        preserveAspectRatio="none"
        className="h-1.5 w-full rounded-full bg-surface-sunken rtl:-scale-x-100"
      >
        <rect
          width={share(used)}
          height="6"
          className={isFull ? 'fill-warn' : 'fill-accent'}
          opacity="0.45"
        />
        <rect width={share(used - held)} height="6" className={isFull ? 'fill-warn' : 'fill-accent'} />
      </svg>
    </li>
  );
}
