import { createResetLink } from '#app/core/accounts/credentials/create-reset-link.ts';
import { recordAudit } from '#app/core/accounts/record-audit.ts';
import { changeRole } from '#app/core/operator/change-role.ts';
import { endSessionsOf } from '#app/core/operator/end-sessions.ts';
import { userNamed, type Command } from './command.ts';

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
