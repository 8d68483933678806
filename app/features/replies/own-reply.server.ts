import { AppError } from '#app/contracts/errors.ts';
import { findCellRun } from '#app/core/targets/cell.ts';
import { findGeneration } from '#app/core/targets/message/runs.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** Whether a generation is a reply of this user, in the chat or in the playground: running, or ended. */
export async function isOwnReply(userId: string, generationId: string): Promise<boolean> {
  if (await findCellRun(AUTOCOMMIT, { userId, generationId })) return true;
  try {
    await findGeneration(AUTOCOMMIT, { userId, generationId });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return false;
    throw error;
  }
}
