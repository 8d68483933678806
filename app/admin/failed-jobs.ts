import { listFailed } from '#app/core/follow-ups/list-follow-ups.ts';
import { retryJob } from '#app/core/operator/retry-jobs.ts';
import { enqueueFollowUp } from '#app/core/queue/enqueue.ts';
import { Undone, type Command } from './command.ts';

export const failedJobs: Command = {
  usage: '[<job id>]',
  help: 'Lists the follow-up jobs that were given up, with their last error; with an id, has that one tried again.',
  async run(tx, { words: [id], actor, afterCommit }) {
    if (id) {
      if (!(await retryJob(tx, { jobId: id, actor })))
        return new Undone([`No job that was given up is called ${id}.`]);
      afterCommit(async () => enqueueFollowUp(id));
      return [`${id} is tried again.`];
    }
    const failed = await listFailed(tx);
    if (failed.length === 0) return ['No follow-up job was given up.'];
    return failed.map((job) => JSON.stringify(job, null, 2));
  },
};
