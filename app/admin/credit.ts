import { formatExactly, formatMicro, parseDollars } from '#app/contracts/money.ts';
import { recordAudit } from '#app/core/accounts/audit.ts';
import { findUserByEmail } from '#app/core/accounts/user.ts';
import { announceBalance, readBalance } from '#app/core/ledger/balances.ts';
import { creditPayment, giveCredit, GRANT_MAX_DOLLARS, isGrantable } from '#app/core/operator/credit.ts';
import { listUncredited, type Purchase } from '#app/core/payments/purchase.ts';
import { isId, newId } from '#app/core/platform/ids.ts';
import type { Transaction } from '#db/transaction.ts';
import { UsageError, userNamed, type Command } from './command.ts';

export const grant: Command = {
  usage: '<e-mail> <dollars> --reason <text>',
  help: 'Gives credit. The reason stands in the ledger.',
  async run(tx, { words, reason, afterCommit, actor }) {
    if (!reason) throw new UsageError('Say why: --reason "…"');
    const amountMicro = readDollars(words[1]);
    const user = await userNamed(tx, words[0]);
    await giveCredit(tx, { userId: user.id, amountMicro, reason, actor, grantId: newId() });
    afterCommit(() => announceBalance(user.id));
    const { balanceMicro } = await readBalance(tx, user.id);
    return [
      `${user.email} was given ${formatMicro(amountMicro)}; the balance is ${formatMicro(balanceMicro)}.`,
    ];
  },
};

export const payments: Command = {
  usage: '',
  help: 'Lists the payments that nobody was credited with, with the reason, and who may have made them.',
  async run(tx, { actor }) {
    const uncredited = await listUncredited(tx);
    await recordAudit(tx, { actor, action: 'payments', subjectId: null });
    if (uncredited.length === 0) return ['Every payment was credited.'];
    const lines = [];
    for (const purchase of uncredited) lines.push(await lineOf(tx, purchase));
    return lines;
  },
};

export const matchPayment: Command = {
  usage: '<payment’s id> <e-mail>',
  help: 'Credits a user with a payment that came without a reference of ours.',
  async run(tx, { words: [purchaseId, email], actor, afterCommit }) {
    if (!isId(purchaseId)) throw new UsageError('Name the payment by the id that `payments` shows.');
    const user = await userNamed(tx, email);
    const creditedMicro = await creditPayment(tx, { purchaseId, userId: user.id, actor });
    if (creditedMicro === null) throw new UsageError(`No payment ${purchaseId} waits to be matched.`);
    afterCommit(() => announceBalance(user.id));
    return [`${user.email} was credited with ${formatExactly(creditedMicro)}.`];
  },
};

/** Parses dollars with up to six decimals, as micro-dollars. */
export function readDollars(text: string | undefined): bigint {
  const micro = parseDollars(text ?? '');
  if (micro === null) throw new UsageError('Write the amount in dollars, such as 5 or 2.50.');
  if (micro === 0n) throw new UsageError('The amount is nothing.');
  if (!isGrantable(micro)) throw new UsageError(`At most ${GRANT_MAX_DOLLARS} dollars at a time.`);
  return micro;
}

/**
 * The payer entered the address at the payment service, and could enter any: it is a hint that the operator
 * has to check.
 */
async function lineOf(tx: Transaction, purchase: Purchase): Promise<string> {
  const { id, provider, paymentId, state, reason, currency, paidMicro, paidAt, email } = purchase;
  const amount = `${formatExactly(paidMicro).replace('$', '')} ${(currency ?? '').toUpperCase()}`;
  const known = email === null ? null : await findUserByEmail(tx, email);
  const hint = known ? `perhaps of ${known.email}` : email;
  return [id, paidAt?.toISOString(), `${provider} ${paymentId}`, amount, `${state}: ${reason}`, hint]
    .filter((part) => part)
    .join('  ');
}
