import type { ReplyWriter } from '#app/core/generation/stream/writer.ts';
import type { RunningReply } from '#app/core/generation/stream/running-reply.ts';

/** What the runs of one worker process share. */
export interface WorkerContext {
  /** Of this process alone; a restarted worker has another. */
  id: string;
  running: Set<RunningReply>;
  writer: ReplyWriter;
}
