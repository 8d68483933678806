import type { ReplyWriter } from '#app/core/generation/stream/writer.ts';
import type { RunningReply } from '#app/core/generation/stream/running-reply.ts';

/** State that the runs of one worker process share. */
export interface WorkerContext {
  /** Unique to this process; a restarted worker has another id. */
  id: string;
  running: Set<RunningReply>;
  writer: ReplyWriter;
}
