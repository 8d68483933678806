import { isKnownProvider } from '#app/contracts/providers.ts';
import type { Attempt } from '#app/core/generation/record/attempt.ts';
import type { Ending } from '#app/core/generation/record/ending.ts';
import { logger } from '#app/core/platform/logger.ts';
import { counted, taskLabel } from '#app/core/platform/metrics/metrics.ts';
import { sharedNow } from '#app/core/platform/process/clock.ts';

/** The label of offers whose provider the table does not have: their names are the operator's, and any number. */
const OTHER_PROVIDER = 'other';

/**
 * Counts a run that is settled: how it ended, what providers answered, and the money. A cost beyond the charge is borne by
 * the operator; where less was held than it cost, the log says so as well.
 * @param money in micro-dollars
 */
export function countEnding(
  { generation, state, attempts, costMicro, firstTokenAt }: Ending,
  { chargedMicro, shortfallMicro }: { chargedMicro: bigint; shortfallMicro: bigint },
): void {
  const task = taskLabel(generation.task);
  counted.runs(task, state).inc();
  // Keys of people meet errors that are no fault of the provider.
  if (!generation.ownKey) attempts.forEach(countCall);
  counted.chargedMicro[task].inc(Number(chargedMicro));
  if (costMicro > chargedMicro) counted.waivedMicro[task].inc(Number(costMicro - chargedMicro));
  if (firstTokenAt)
    counted.streamTime[task].observe(Math.max(0, sharedNow() - firstTokenAt.getTime()) / 1000);
  if (shortfallMicro > 0n) noteShortfall(generation.id, shortfallMicro);
}

function countCall({ provider, errorCode, answered }: Attempt): void {
  const name = isKnownProvider(provider) ? provider : OTHER_PROVIDER;
  counted.providerCalls(name, errorCode ?? (answered ? 'answered' : 'left')).inc();
}

function noteShortfall(generationId: string, shortfallMicro: bigint): void {
  counted.shortfalls.inc();
  counted.shortfallMicro.inc(Number(shortfallMicro));
  logger().warn({ generationId, shortfallMicro: shortfallMicro.toString() }, 'shortfall');
}
