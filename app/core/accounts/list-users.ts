import { Op } from 'sequelize';
import { User } from '#db/models/accounts.ts';
import type { Autocommit } from '#db/transaction.ts';

/** A user in the administrators' list. */
export interface ListedUser {
  id: string;
  name: string;
  email: string;
  username: string | null;
  avatar: string | null;
  role: 'USER' | 'ADMIN';
  createdAt: Date;
}

const ATTRIBUTES = ['id', 'name', 'email', 'username', 'avatar', 'role', 'createdAt'];

/**
 * A page of all users who have not deleted their account, the newest first.
 * @param before id of the last user of the page before (ids are in order of time)
 */
export async function listUsers(
  tx: Autocommit,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<ListedUser[]> {
  return User.findAll({
    attributes: ATTRIBUTES,
    where: { deletedAt: null, ...(before === undefined ? {} : { id: { [Op.lt]: before } }) },
    order: [['id', 'DESC']],
    limit,
    transaction: tx,
    raw: true,
  });
}

/** One of them; null for an id that is nobody's, or of an account that was deleted. */
export async function findListedUser(tx: Autocommit, id: string): Promise<ListedUser | null> {
  return User.findOne({ attributes: ATTRIBUTES, where: { id, deletedAt: null }, transaction: tx, raw: true });
}
