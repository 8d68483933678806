import { announceBalance } from '#app/core/ledger/announce-balance.ts';
import { readBalance } from '#app/core/ledger/read-balance.ts';
import { giveCredit, GRANT_MAX_DOLLARS, isGrantable } from '#app/core/operator/give-credit.ts';
import { newId } from '#app/core/platform/ids.ts';
import { formatMicro, parseDollars } from '#app/contracts/money.ts';
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

/** Dollars with up to six decimals, as micro-dollars. */
export function readDollars(text: string | undefined): bigint {
  const micro = parseDollars(text ?? '');
  if (micro === null) throw new UsageError('Write the amount in dollars, such as 5 or 2.50.');
  if (micro === 0n) throw new UsageError('The amount is nothing.');
  if (!isGrantable(micro)) throw new UsageError(`At most ${GRANT_MAX_DOLLARS} dollars at a time.`);
  return micro;
}
