import { recordAudit } from '#app/core/accounts/record-audit.ts';
import { announceBalance } from '#app/core/ledger/announce-balance.ts';
import { bookEntry } from '#app/core/ledger/book.ts';
import { readBalance } from '#app/core/ledger/read-balance.ts';
import { newId } from '#app/core/platform/ids.ts';
import { formatMicro, parseDollars } from '#app/contracts/money.ts';
import { UsageError, userNamed, type Command } from './command.ts';

/** More than anybody means to give away by hand: a slip of the keyboard. */
const MOST_DOLLARS = 100_000;

export const grant: Command = {
  usage: '<e-mail> <dollars> --reason <text>',
  help: 'Gives credit. The reason stands in the ledger.',
  async run(tx, { words, reason, afterCommit, actor }) {
    if (!reason) throw new UsageError('Say why: --reason "…"');
    const amountMicro = readDollars(words[1]);
    const user = await userNamed(tx, words[0]);
    const reference = `grant:${newId()}`;
    await bookEntry(tx, {
      userId: user.id,
      kind: 'grant',
      reference,
      amountMicro,
      detail: { reason, actor },
    });
    const detail = { amountMicro: amountMicro.toString(), reference, reason };
    await recordAudit(tx, { actor, action: 'grant', subjectId: user.id, detail });
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
  if (micro > BigInt(MOST_DOLLARS) * 1_000_000n)
    throw new UsageError(`At most ${MOST_DOLLARS} dollars at a time.`);
  return micro;
}
