import { useTranslation } from 'react-i18next';
import { formatExactly } from '#app/contracts/money.ts';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import type { ActionError } from '../actions/action-answer.ts';

/** How much a message needs for which there is no money, and how much there is: of the balance, or of a cap. */
export function MissingMoney({ error: { code, params } }: { error: ActionError }) {
  const { t } = useTranslation('chat');
  if (code !== 'token_balance' && code !== 'spending_cap') return null;
  if (params.needed === undefined || params.available === undefined) return null;
  const amounts = {
    needed: formatExactly(BigInt(params.needed)),
    available: formatExactly(BigInt(params.available)),
  };
  if (code === 'token_balance') return <p className="tabular-nums">{t('composer.needed', amounts)}</p>;
  const { window, cap, resetsAt } = params;
  return (
    <p className="tabular-nums">
      {t(window === 'monthly' ? 'composer.capped.monthly' : 'composer.capped.daily', {
        ...amounts,
        cap: formatExactly(BigInt(cap ?? 0)),
      })}{' '}
      {resetsAt !== undefined && (
        <>
          {t('composer.capped.resets')} <DateTime at={resetsAt} />
        </>
      )}
    </p>
  );
}
