import { findLateRows } from '#app/core/usage/late-rows.ts';
import { rollUp } from '#app/core/usage/roll-up.ts';

/** Rolls up batch after batch until nothing waits, or another worker is at it, and looks for late rows. */
export async function rollUpAll(stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const done = await rollUp();
    if (!done) return;
    if (done.hasMore) continue;
    await findLateRows();
    return;
  }
}
