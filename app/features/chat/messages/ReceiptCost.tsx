import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { formatMicro } from '#app/contracts/money.ts';
import type { ViewMessage } from './view-message.ts';

/** What a reply cost. It opens the receipt of its generation. */
export function ReceiptCost({ message, costMicro }: { message: ViewMessage; costMicro: string }) {
  const { t } = useTranslation('chat');
  const cost = message.ownKey ? t('message.ownKey') : formatMicro(BigInt(costMicro));
  const { generationId } = message;
  const figure = (
    <data value={costMicro} className="font-mono text-xs text-text-faint tabular-nums">
      {cost}
    </data>
  );
  if (generationId === null)
    return (
      <span title={t('message.cost', { cost })} className="px-1 first:ps-2">
        {figure}
      </span>
    );
  return (
    <Link
      to={`/usage/receipts/${generationId}`}
      title={t('message.receipt')}
      className="control inline-flex min-w-11 items-center justify-center rounded-control px-1 hover:bg-surface-sunken first:ps-2"
    >
      {figure}
      <span className="sr-only">{t('message.receipt')}</span>
    </Link>
  );
}
