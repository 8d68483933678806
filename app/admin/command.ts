import { findUserByEmail, type UserRow } from '#app/core/accounts/user.ts';
import type { Transaction, Tx } from '#db/transaction.ts';

/** Shows a question and says whether the answer was yes. */
export type Ask = (question: string) => Promise<boolean>;

/** What an operator typed after the command's name. */
export interface CommandInput {
  /** Words without a flag, in order. */
  words: string[];
  reason: string | undefined;
  until: string | undefined;
  provider: string | undefined;
  /** Written without being asked. */
  yes: boolean;
  /** Asks the operator; null where nobody sits at the terminal. */
  ask: Ask | null;
  /** What is to be done once the act is committed, such as telling open browsers of it. */
  afterCommit: (follow: () => Promise<void>) => void;
  /** `operator:<name>`, for the audit. */
  actor: string;
}

/** One act of the operator's command line. */
export interface Command {
  /** How to call it, after its name. */
  usage: string;
  help: string;
  /**
   * Acts in one transaction with its entry in the audit.
   * @returns lines for the operator, as `Undone` where the act could not be done or not as a whole
   * @throws UsageError for what was typed wrongly
   */
  run: (tx: Transaction, input: CommandInput) => Promise<string[] | Undone>;
}

/** Lines for the operator about an act that was not done: the process ends with 1, its entry in the audit stays. */
export class Undone {
  constructor(readonly lines: string[]) {}
}

/** The operator typed something that cannot be done; the message says what. */
export class UsageError extends Error {}

/** The user with the address that the operator typed. */
export async function userNamed(tx: Tx, email: string | undefined): Promise<UserRow> {
  if (!email) throw new UsageError('Name the user by e-mail address.');
  const user = await findUserByEmail(tx, email);
  if (!user) throw new UsageError(`Nobody is registered as ${email}.`);
  return user;
}
