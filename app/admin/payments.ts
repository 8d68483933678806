import { formatExactly } from '#app/contracts/money.ts';
import { findUserByEmail } from '#app/core/accounts/find-user.ts';
import { recordAudit } from '#app/core/accounts/record-audit.ts';
import { announceBalance } from '#app/core/ledger/announce-balance.ts';
import { creditPayment } from '#app/core/operator/credit-payment.ts';
import { listUncredited, type Purchase } from '#app/core/payments/purchase.ts';
import { isId } from '#app/core/platform/ids.ts';
import type { Transaction } from '#db/transaction.ts';
import { UsageError, userNamed, type Command } from './command.ts';

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

/** The payer typed the address there, and could type any: a hint, which the operator has to check. */
async function lineOf(tx: Transaction, purchase: Purchase): Promise<string> {
  const { id, provider, paymentId, state, reason, currency, paidMicro, paidAt, email } = purchase;
  const amount = `${formatExactly(paidMicro).replace('$', '')} ${(currency ?? '').toUpperCase()}`;
  const known = email === null ? null : await findUserByEmail(tx, email);
  const hint = known ? `perhaps of ${known.email}` : email;
  return [id, paidAt?.toISOString(), `${provider} ${paymentId}`, amount, `${state}: ${reason}`, hint]
    .filter((part) => part)
    .join('  ');
}

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
