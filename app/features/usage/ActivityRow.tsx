import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import type { ActivityLine } from '#app/contracts/usage/activity.ts';
import { modelHref } from '#app/contracts/catalogue/model-href.ts';
import { formatExactly, formatMicro } from '#app/contracts/money.ts';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import { numberFormat } from '#app/ui/i18n/formats.ts';
import { receiptHref } from './filter/usage-query.ts';
import { secondsText } from './seconds-text.ts';

const cell = 'px-4 py-2.5 align-top max-sm:p-0';
const figure = `${cell} text-end tabular-nums whitespace-nowrap max-sm:flex max-sm:justify-between max-sm:gap-4`;

interface ActivityRowProps {
  line: ActivityLine;
  /** Whether the viewer may open its receipt. */
  isOwn: boolean;
  /** The email address of another user who made the call; null for the viewer's own calls, or if unknown. */
  owner: string | null;
}

/** One call. Unknown values are dashes. A click anywhere on the row opens its receipt. */
export function ActivityRow({ line, isOwn, owner }: ActivityRowProps) {
  const { t, i18n } = useTranslation('usage');
  const { kind, state, model, usage, chargedMicro, latencyMs, createdAt } = line;
  const number = numberFormat(i18n.language);
  const seconds = secondsText(i18n.language);
  return (
    <tr className="relative border-t border-line max-sm:flex max-sm:flex-col max-sm:gap-1 max-sm:px-4 max-sm:py-3 max-sm:first:border-t-0 has-[[data-receipt]]:hover:bg-surface-sunken">
      <th scope="row" className={`${cell} w-full text-start font-normal`}>
        <Link to={modelHref(model)} className="relative z-1 font-medium wrap-anywhere hover:underline">
          <bdi>{model}</bdi>
        </Link>{' '}
        <span className="inline-block text-sm text-text-muted">
          {t(`kind.${kind}`)}
          {line.ownKey && ` · ${t('ownKey')}`}
          {state !== 'done' && ` · ${t(`state.${state}`)}`}
        </span>
        {owner && <bdi className="block text-sm text-text-faint">{owner}</bdi>}
      </th>
      <Figure name={t('tokens')}>
        {usage && (
          <Tokens input={number.format(usage.promptTokens)} output={number.format(usage.completionTokens)} />
        )}
      </Figure>
      <Figure name={t('cost')}>
        {chargedMicro !== null && (
          <data value={chargedMicro} title={formatExactly(BigInt(chargedMicro))}>
            <bdi>{formatMicro(BigInt(chargedMicro))}</bdi>
          </data>
        )}
      </Figure>
      <Figure name={t('latency')}>{latencyMs !== null && <bdi>{seconds(latencyMs)}</bdi>}</Figure>
      <Figure name={t('createdAt')}>
        {isOwn ? (
          <Link
            data-receipt
            to={receiptHref(line.id)}
            title={t('receipt')}
            className="rounded-control underline decoration-line-strong underline-offset-4 after:absolute after:inset-0 hover:decoration-text"
          >
            <span className="sr-only">{t('receipt')} </span>
            <DateTime at={createdAt} />
          </Link>
        ) : (
          <DateTime at={createdAt} />
        )}
      </Figure>
    </tr>
  );
}

/** A number at the end side; on a phone its name is beside it, since the column heads are hidden there. */
export function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <td className={figure}>
      <span aria-hidden className="text-text-muted sm:hidden">
        {name}
      </span>
      {children || <span className="text-text-faint">–</span>}
    </td>
  );
}

/** Screen readers get a text instead of the arrow. `bdi` keeps Arabic digits from swapping around it. */
function Tokens({ input, output }: { input: string; output: string }) {
  const { t } = useTranslation('usage');
  return (
    <span>
      <span className="sr-only">{t('tokensOf', { sent: input, received: output })}</span>
      <span aria-hidden dir="ltr">
        <bdi>{input}</bdi> → <bdi>{output}</bdi>
      </span>
    </span>
  );
}
