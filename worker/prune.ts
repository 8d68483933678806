import { pruneSessions } from '#app/core/accounts/sessions/prune-sessions.ts';
import { endRotatedKeys } from '#app/core/api-keys/end-rotated-keys.ts';
import { pruneContents } from '#app/core/call-contents/call-contents.ts';
import { deleteExpiredFiles } from '#app/core/files/records/delete-files.ts';
import { pruneGenerations } from '#app/core/generation/record/prune-generations.ts';
import { pruneRequestFiles } from '#app/core/generation/record/request-file.ts';
import { pruneIdempotentCalls } from '#app/core/idempotency/remember-calls.ts';
import type { Config } from '#app/core/platform/config-schema.ts';
import { pruneResponses } from '#app/core/responses/forget-responses.ts';
import { logger } from '#app/core/platform/logger.ts';
import { releaseRows } from '#app/core/usage/release-rows.ts';

/**
 * Deletes what is older than the operator's settings keep, the values of replaced keys, and files without a use. Several workers may do
 * it: deletes do not add up.
 */
export async function prune(settings: Config): Promise<void> {
  const { RETAIN_SESSIONS_DAYS: sessionDays, RETAIN_GENERATIONS_DAYS: generationDays } = settings;
  const sessions = sessionDays > 0 ? await pruneSessions(sessionDays) : 0;
  const generations = await pruneRuns(generationDays);
  const keys = await endRotatedKeys();
  const answers = await pruneIdempotentCalls();
  const { RETAIN_RESPONSES_DAYS: responseDays, RETAIN_CALLS_DAYS: contentDays } = settings;
  const responses = responseDays > 0 ? await pruneResponses(responseDays) : 0;
  const contents = contentDays > 0 ? await pruneContents(contentDays) : 0;
  const files = (await pruneRequestFiles()) + (await deleteExpiredFiles());
  if (sessions + generations + keys + answers + responses + contents + files > 0)
    logger().info({ sessions, generations, keys, answers, responses, contents, files }, 'pruned');
}

async function pruneRuns(days: number): Promise<number> {
  return days > 0 ? pruneGenerations(days, await releaseRows(days)) : 0;
}
