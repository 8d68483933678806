import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { AppError } from '#app/contracts/errors.ts';
import { transaction } from '#db/transaction.ts';
import { ban, endSessions, makeAdmin, removeAdmin, reset, unban } from './access.ts';
import { confirmModel, importCatalogue } from './catalogue.ts';
import { Undone, UsageError, type Ask, type Command } from './command.ts';
import { grant, matchPayment, payments } from './credit.ts';
import { failedJobs, find, reconcile, rotateVault } from './maintenance.ts';
import { revokeShare } from './shares.ts';

/** The output for the operator, and the exit code. */
export interface CommandResult {
  lines: string[];
  code: 0 | 1;
}

/** All commands of the operator's command line, by name. */
const COMMANDS: Readonly<Record<string, Command>> = {
  ban,
  unban,
  reset,
  grant,
  'make-admin': makeAdmin,
  'remove-admin': removeAdmin,
  'end-sessions': endSessions,
  payments,
  'match-payment': matchPayment,
  find,
  reconcile,
  'failed-jobs': failedJobs,
  'rotate-vault': rotateVault,
  'catalogue:import': importCatalogue,
  'confirm-model': confirmModel,
  'revoke-share': revokeShare,
};

/**
 * Runs an operator's command: the act and its audit entry in one transaction.
 * @param args words after `npm run admin --`
 * @param ask null if standard input is not a terminal
 */
export async function runCommand(
  args: string[],
  actor = `operator:${operatorName()}`,
  ask: Ask | null = null,
): Promise<CommandResult> {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        reason: { type: 'string' },
        until: { type: 'string' },
        provider: { type: 'string' },
        yes: { type: 'boolean', default: false },
      },
    });
    const [name = '', ...words] = positionals;
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (!command) return { lines: usageLines(), code: 1 };
    const input = { words, reason: values.reason, until: values.until, provider: values.provider };
    const follows: (() => Promise<void>)[] = [];
    const afterCommit = (follow: () => Promise<void>) => void follows.push(follow);
    const outcome = await transaction((tx) =>
      command.run(tx, { ...input, yes: values.yes, ask, afterCommit, actor }),
    );
    for (const follow of follows) await follow();
    return outcome instanceof Undone ? { lines: outcome.lines, code: 1 } : { lines: outcome, code: 0 };
  } catch (error) {
    const typed =
      error instanceof UsageError ||
      error instanceof AppError ||
      (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
    if (!typed) throw error;
    return { lines: [(error as Error).message], code: 1 };
  }
}

function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container's user may have a number and no name.
    return String(process.getuid?.() ?? 'unknown');
  }
}

/** The list of commands, for a missing or unknown command. */
function usageLines(): string[] {
  const entries = Object.entries(COMMANDS);
  return ['Usage:', ...entries.flatMap(([name, { usage, help }]) => [`  ${name} ${usage}`, `      ${help}`])];
}
