import { findUserById } from '#app/core/accounts/find-user.ts';
import { recordAudit } from '#app/core/accounts/record-audit.ts';
import { findByRequest } from '#app/core/generation/report/find-by-request.ts';
import { Undone, UsageError, type Command } from './command.ts';

export const find: Command = {
  usage: '<request id>',
  help: 'Tells what became of a request, by the id that its answer and the error page show.',
  async run(tx, { words, actor }) {
    const [requestId] = words;
    if (!requestId) throw new UsageError('Name the request by its id.');
    const runs = await findByRequest(tx, requestId);
    const subjectId = runs[0]?.id ?? null;
    await recordAudit(tx, {
      actor,
      action: 'find',
      subjectId,
      detail: { requestId: requestId.slice(0, 64) },
    });
    if (runs.length === 0)
      return new Undone([`No generation was begun by ${requestId}; look for the id in the log.`]);
    const email = (await findUserById(tx, runs[0]?.userId ?? ''))?.email ?? null;
    return runs.map((run) => JSON.stringify({ ...run, email }, null, 2));
  },
};
