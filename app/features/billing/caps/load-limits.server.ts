import { SPENDING_WINDOWS } from '#app/contracts/spending-limits.ts';
import type { SessionUser } from '#app/core/accounts/sessions/session-user.ts';
import { findAccount, type Account } from '#app/core/ledger/accounts.ts';
import { readAlert } from '#app/core/ledger/balance-alerts.ts';
import { readCapsAndSpend } from '#app/core/ledger/caps/stored-caps.ts';
import { windowEnd, type SpendingCaps } from '#app/core/ledger/caps/spending-cap.ts';
import { canSendMail } from '#app/core/platform/mail.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { typedDollars } from '../typed-dollars.ts';
import type { CapUse, LimitsData } from './limits.ts';

const NO_CAPS = { caps: { daily: null, monthly: null }, uses: [] };

/** What a person has set for the own account; nothing for one without an account. */
export async function loadLimits({ id: userId, emailVerified }: SessionUser): Promise<LimitsData> {
  const account = await findAccount(AUTOCOMMIT, userId);
  const [{ caps, uses }, belowMicro] = account
    ? await Promise.all([readUses(account), readAlert(AUTOCOMMIT, account.id)])
    : [NO_CAPS, null];
  const isLow = account !== undefined && belowMicro !== null && account.balanceMicro < belowMicro;
  return {
    values: {
      daily: typedDollars(caps.daily),
      monthly: typedDollars(caps.monthly),
      below: typedDollars(belowMicro),
    },
    uses,
    lowMicro: isLow ? belowMicro.toString() : null,
    mail: canSendMail() ? (emailVerified ? 'ready' : 'unverified') : 'off',
  };
}

async function readUses(account: Account): Promise<{ caps: SpendingCaps; uses: CapUse[] }> {
  if (!account.hasCaps) return NO_CAPS;
  const now = new Date();
  const { id, heldMicro } = account;
  const { caps, spent } = await readCapsAndSpend(AUTOCOMMIT, id, now);
  const uses = SPENDING_WINDOWS.flatMap((window): CapUse[] => {
    const capMicro = caps[window];
    if (capMicro === null) return [];
    return [
      {
        window,
        capMicro: capMicro.toString(),
        usedMicro: (spent[window] + heldMicro).toString(),
        heldMicro: heldMicro.toString(),
        resetsAt: windowEnd(window, now).toISOString(),
      },
    ];
  });
  return { caps, uses };
}
