import type { InferAttributes } from 'sequelize';
import { User } from '#db/models/accounts.ts';
import type { Tx } from '#db/transaction.ts';
import { isId } from '#app/core/platform/ids.ts';
import { normaliseEmail } from './normalise-email.ts';

/** A user's whole row, hash included: for this room only, never for an answer. */
export type UserRow = InferAttributes<User>;

/** The user with this very address, or null. */
export async function findUserByEmail(tx: Tx, email: string): Promise<UserRow | null> {
  const wanted = normaliseEmail(email);
  const user = await User.findOne({ where: { email: wanted }, transaction: tx, raw: true });
  // The column's collation takes é for e; for an address they are two.
  return user?.email === wanted ? user : null;
}

export async function findUserById(tx: Tx, id: string): Promise<UserRow | null> {
  return isId(id) ? User.findOne({ where: { id }, transaction: tx, raw: true }) : null;
}
