import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { transaction } from '#db/transaction.ts';
import { UsageError } from './command.ts';
import { COMMANDS, usageLines } from './commands.ts';

/** What the operator is told, and the exit code. */
export interface CommandResult {
  lines: string[];
  code: 0 | 1;
}

/**
 * Runs what an operator typed: the act and its entry in the audit in one transaction.
 * @param args words after `npm run admin --`
 */
export async function runCommand(
  args: string[],
  actor = `operator:${operatorName()}`,
): Promise<CommandResult> {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { reason: { type: 'string' }, until: { type: 'string' } },
    });
    const [name = '', ...words] = positionals;
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (!command) return { lines: usageLines(), code: 1 };
    const { reason, until } = values;
    return { lines: await transaction((tx) => command.run(tx, { words, reason, until, actor })), code: 0 };
  } catch (error) {
    const typed =
      error instanceof UsageError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
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
