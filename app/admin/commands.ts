import { endSessions, makeAdmin, removeAdmin, reset } from './access.ts';
import { ban, unban } from './ban.ts';
import { confirmModel, importCatalogue } from './catalogue.ts';
import type { Command } from './command.ts';
import { failedJobs } from './failed-jobs.ts';
import { find } from './find.ts';
import { grant } from './grant.ts';
import { matchPayment, payments } from './payments.ts';
import { reconcile } from './reconcile.ts';
import { rotateVault } from './rotate-vault.ts';

/** Every act of the operator's command line, by the name under which it is called. */
export const COMMANDS: Readonly<Record<string, Command>> = {
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
};

/** What can be typed, for one who typed nothing or something else. */
export function usageLines(): string[] {
  const entries = Object.entries(COMMANDS);
  return ['Usage:', ...entries.flatMap(([name, { usage, help }]) => [`  ${name} ${usage}`, `      ${help}`])];
}
