import { findUserByEmail, type UserRow } from '#app/core/accounts/user.ts';
import type { Transaction, Tx } from '#db/transaction.ts';

/** Shows a question and returns true if the answer was yes. */
export type Ask = (question: string) => Promise<boolean>;

/** The arguments after the command's name. */
export interface CommandInput {
  /** Arguments without a flag, in order. */
  words: string[];
  reason: string | undefined;
  until: string | undefined;
  provider: string | undefined;
  /** True to write without a confirmation. */
  yes: boolean;
  /** Asks the operator; null if standard input is not a terminal. */
  ask: Ask | null;
  /** Adds work to do after the commit, such as notifying open browsers. */
  afterCommit: (follow: () => Promise<void>) => void;
  /** `operator:<name>`, for the audit trail. */
  actor: string;
}

/** One command of the operator's command line. */
export interface Command {
  /** The arguments, shown after the command's name. */
  usage: string;
  help: string;
  /**
   * Acts in one transaction with its audit entry.
   * @returns lines for the operator, as `Undone` if the act could not be done, or not completely
   * @throws UsageError for wrong arguments
   */
  run: (tx: Transaction, input: CommandInput) => Promise<string[] | Undone>;
}

/** Lines for the operator about an act that was not done: the process exits with 1, the audit entry stays. */
export class Undone {
  constructor(readonly lines: string[]) {}
}

/** The arguments are wrong; the message names the problem. */
export class UsageError extends Error {}

/** Finds the user with the given address. */
export async function userNamed(tx: Tx, email: string | undefined): Promise<UserRow> {
  if (!email) throw new UsageError('Name the user by e-mail address.');
  const user = await findUserByEmail(tx, email);
  if (!user) throw new UsageError(`Nobody is registered as ${email}.`);
  return user;
}
