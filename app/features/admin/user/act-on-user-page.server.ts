import { z } from 'zod';
import { AppError } from '#app/contracts/errors.ts';
import { formatMicro } from '#app/contracts/money.ts';
import { findProfile } from '#app/core/accounts/user-directory.ts';
import { announceBalance } from '#app/core/ledger/balances.ts';
import { banAccount, changeRole, endSessionsOf, unbanAccount } from '#app/core/operator/access.ts';
import { giveCredit } from '#app/core/operator/credit.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { banRules, grantRules } from '../form-rules.server.ts';
import { userPath } from '../operator-paths.ts';
import { doneAt, operatorAction, readOperatorForm, type SentForm } from '../operator.server.ts';
import { USER_ACTS } from './user-data.ts';

const BUTTON = z.object({ act: z.enum(USER_ACTS) });

/** Carries out the form whose button was pressed on a user's page. Who has deleted their account is gone. */
export const actOnUser = operatorAction(async (sent) => {
  const profile = await findProfile(AUTOCOMMIT, String(sent.params.userId));
  if (!profile) throw new Response(null, { status: 404 });
  if (profile.deletedAt !== null) throw new AppError('not_found', { param: 'userId' });
  const { act } = readFields(sent.form, BUTTON);
  if (act === 'grant') return grant(sent, profile.id);
  if (act === 'ban') return ban(sent, profile.id);
  const on = { userId: profile.id, actor: sent.actor };
  const back = (done: string) => doneAt(userPath(profile.id), done);
  switch (act) {
    case 'unban':
      await transaction((tx) => unbanAccount(tx, on));
      return back('unbanned');
    case 'endSessions':
      await transaction((tx) => endSessionsOf(tx, on));
      return back('sessionsEnded');
    case 'makeAdmin':
      await transaction((tx) => changeRole(tx, { ...on, role: 'ADMIN' }));
      return back('madeAdmin');
    case 'removeAdmin':
      await transaction((tx) => changeRole(tx, { ...on, role: 'USER' }));
      return back('removedAdmin');
  }
});

async function grant(sent: SentForm, userId: string) {
  const read = readOperatorForm(sent, 'grant', grantRules(sent.t));
  if ('answer' in read) return read.answer;
  const { amount: amountMicro, reason, grantId } = read.value;
  const isNew = await transaction((tx) =>
    giveCredit(tx, { userId, actor: sent.actor, amountMicro, reason, grantId }),
  );
  if (!isNew) return doneAt(userPath(userId), 'grantedBefore', { severity: 'info' });
  await announceBalance(userId);
  return doneAt(userPath(userId), 'granted', { params: { amount: formatMicro(amountMicro) } });
}

async function ban(sent: SentForm, userId: string) {
  const read = readOperatorForm(sent, 'ban', banRules(sent.t));
  if ('answer' in read) return read.answer;
  const { reason, until } = read.value;
  await transaction((tx) => banAccount(tx, { userId, actor: sent.actor, until, reason }));
  return doneAt(userPath(userId), 'banned');
}
