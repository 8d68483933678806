import { generationOf } from '#app/contracts/ledger.ts';
import { describeCharges } from '#app/core/generation/report/receipt.ts';
import { readBalance } from '#app/core/ledger/balances.ts';
import { listEntries, readSignupCredit } from '#app/core/ledger/entries.ts';
import { readExpiring } from '#app/core/ledger/lots/credit-entries.ts';
import { NOTICE_DAYS, noticeAt, type Lot } from '#app/core/ledger/lots/credit.ts';
import { config } from '#app/core/platform/config.ts';
import { pageLoader } from '#app/http/page/page-loader.ts';
import { pageTexts } from '#app/ui/i18n/texts.server.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { BalanceData, ExpiringData } from './balance-page.ts';
import { readBuyData } from './buy/buy-data.server.ts';
import { loadLimits } from './caps/limits-page.server.ts';
import { readPurchases } from './purchases/purchases-page.server.ts';
import { loadTopUp } from './top-up/top-up-page.server.ts';

/** Max purchases on the balance page. */
const RECENT_PURCHASES = 3;

/** Max lots that are listed one by one. */
const LISTED = 5;

/** Loads the caller's balance and a page of their ledger: the newest, or the one that `?before=` names. */
export const loadBalance = pageLoader({ auth: 'user' }, async ({ user, request, url }) => {
  const userId = user.id;
  const { CHECK_BALANCE } = config();
  const cursor = url.searchParams.get('before');
  const [{ balanceMicro, heldMicro }, signupMicro, page, limits, topUp, expiring, buy, purchases, texts] =
    await Promise.all([
      readBalance(AUTOCOMMIT, userId),
      readSignupCredit(AUTOCOMMIT, userId),
      listEntries(AUTOCOMMIT, { userId, cursor }),
      CHECK_BALANCE ? loadLimits(user) : null,
      loadTopUp(userId),
      loadExpiring(userId),
      readBuyData(request, user),
      readPurchases(userId, { limit: RECENT_PURCHASES }),
      pageTexts(request, 'limits', 'expiry', 'purchases', 'topup'),
    ]);
  const ids = page.lines.flatMap((line) => generationOf(line) ?? []);
  const balance: BalanceData = {
    balanceMicro: balanceMicro.toString(),
    heldMicro: heldMicro.toString(),
    signupMicro: signupMicro?.toString() ?? null,
    isCharged: CHECK_BALANCE,
    limits,
    topUp,
    expiring,
    buy,
    purchases,
    subjects: await describeCharges(AUTOCOMMIT, { userId, ids }),
    isOlder: cursor !== null,
    ...page,
  };
  return { balance, texts };
});

/** Returns the credit of a user that expires next. */
async function loadExpiring(userId: string, now = new Date()): Promise<ExpiringData> {
  const { lots, isExact } = await readExpiring(AUTOCOMMIT, userId, now);
  const soon = lots.filter((lot) => noticeAt(lot, NOTICE_DAYS[0]) <= now.getTime());
  const next = lots[soon.length];
  const moreMicro = soon.slice(LISTED).reduce((sum, { remainingMicro }) => sum + remainingMicro, 0n);
  return {
    soon: soon.slice(0, LISTED).map(shown),
    moreMicro: moreMicro > 0n ? moreMicro.toString() : null,
    next: next ? shown(next) : null,
    isExact,
  };
}

function shown({ entryId, remainingMicro, expiresAt }: Lot): ExpiringData['soon'][number] {
  return {
    entryId: entryId.toString(),
    amountMicro: remainingMicro.toString(),
    expiresAt: expiresAt.toISOString(),
  };
}
