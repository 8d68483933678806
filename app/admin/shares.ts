import { findUserById } from '#app/core/accounts/user.ts';
import { revokeLink, tokenIn } from '#app/core/operator/shares.ts';
import { UsageError, type Command } from './command.ts';

export const revokeShare: Command = {
  usage: '<link> [--reason <text>]',
  help: 'Revokes a link to a shared chat, at once and for good, and names its owner.',
  async run(tx, { words: [link], reason, actor }) {
    if (!link) throw new UsageError('Name the link by its address.');
    const userId = await revokeLink(tx, { actor, token: tokenIn(link), reason: reason ?? null });
    if (userId === null) throw new UsageError('There is no such link, or it was revoked before.');
    const owner = await findUserById(tx, userId);
    return [`The link is revoked. Its owner is ${owner?.email ?? userId}.`];
  },
};
