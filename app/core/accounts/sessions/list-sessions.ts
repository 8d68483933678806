import { Op, type InferAttributes } from 'sequelize';
import { Session } from '#db/models/accounts.ts';
import type { Autocommit } from '#db/transaction.ts';

/** A session as its owner sees it. */
export type ListedSession = Pick<
  InferAttributes<Session>,
  'id' | 'kind' | 'userAgent' | 'address' | 'createdAt' | 'seenAt'
>;

/** More than anybody reads; the rest end with "end all others". */
const MOST = 100;

/** The sessions of a user that still open doors, the last used first. */
export async function listSessions(
  tx: Autocommit,
  userId: string,
  now = new Date(),
): Promise<ListedSession[]> {
  return Session.findAll({
    attributes: ['id', 'kind', 'userAgent', 'address', 'createdAt', 'seenAt'],
    where: { userId, endedAt: null, expiresAt: { [Op.gt]: now } },
    order: [
      ['seenAt', 'DESC'],
      ['id', 'DESC'],
    ],
    limit: MOST,
    transaction: tx,
    raw: true,
  });
}
