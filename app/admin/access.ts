import { recordAudit } from '#app/core/accounts/audit.ts';
import { createResetLink } from '#app/core/accounts/credentials/email-tokens.ts';
import { banAccount, changeRole, endSessionsOf, unbanAccount } from '#app/core/operator/access.ts';
import { UsageError, userNamed, type Command } from './command.ts';

export const reset: Command = {
  usage: '<e-mail>',
  help: 'Prints a link with which the user chooses a new password, once, within 30 minutes.',
  async run(tx, { words, actor }) {
    const user = await userNamed(tx, words[0]);
    const link = await createResetLink(tx, user.id);
    await recordAudit(tx, { actor, action: 'reset', subjectId: user.id });
    return [link];
  },
};

export const makeAdmin: Command = {
  usage: '<e-mail>',
  help: 'Makes a user an administrator.',
  async run(tx, { words, actor }) {
    const user = await userNamed(tx, words[0]);
    await changeRole(tx, { userId: user.id, role: 'ADMIN', actor });
    return [`${user.email} is an administrator.`];
  },
};

export const removeAdmin: Command = {
  usage: '<e-mail>',
  help: 'Makes an administrator a user again.',
  async run(tx, { words, actor }) {
    const user = await userNamed(tx, words[0]);
    await changeRole(tx, { userId: user.id, role: 'USER', actor });
    return [`${user.email} is no administrator.`];
  },
};

export const endSessions: Command = {
  usage: '<e-mail>',
  help: 'Signs a user out everywhere.',
  async run(tx, { words, actor }) {
    const user = await userNamed(tx, words[0]);
    const ended = await endSessionsOf(tx, { userId: user.id, actor });
    return [`${ended} session(s) of ${user.email} ended.`];
  },
};

export const ban: Command = {
  usage: '<e-mail> [--until <date>] [--reason <text>]',
  help: 'Locks a user out, at once and everywhere, until a date or until unban.',
  async run(tx, { words, until, reason, actor }) {
    const user = await userNamed(tx, words[0]);
    const end = until === undefined ? null : readDate(until);
    await banAccount(tx, { userId: user.id, until: end, reason: reason ?? null, actor });
    return [`${user.email} is banned ${end ? `until ${end.toISOString()}` : 'until you lift it'}.`];
  },
};

export const unban: Command = {
  usage: '<e-mail>',
  help: 'Lifts a ban.',
  async run(tx, { words, actor }) {
    const user = await userNamed(tx, words[0]);
    await unbanAccount(tx, { userId: user.id, actor });
    return [`${user.email} is not banned any more.`];
  },
};

/** Parses a day (its beginning, UTC) or a moment in ISO 8601, in the future. */
function readDate(text: string): Date {
  const date = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(date.getTime()))
    throw new UsageError(`--until ${text}: write a date such as 2027-01-31 or 2027-01-31T18:00Z.`);
  if (date <= new Date()) throw new UsageError(`--until ${text} is not in the future.`);
  return date;
}
