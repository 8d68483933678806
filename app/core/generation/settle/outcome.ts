import { AppError, type ErrorCode } from '#app/contracts/errors.ts';
import type { ChargeReason, FinishReason } from '#app/contracts/generation.ts';
import { isKnownProvider } from '#app/contracts/providers.ts';
import type { Attempt } from '#app/core/generation/record/candidate.ts';
import type { Ending, RunOutcome } from '#app/core/generation/record/ending.ts';
import { RunAborted } from '#app/core/generation/stream/run-aborted.ts';
import { logger } from '#app/core/platform/logger.ts';
import { counted, taskLabel } from '#app/core/platform/metrics/metrics.ts';
import { sharedNow } from '#app/core/platform/process/clock.ts';
import { ProviderError } from '#app/core/providers/contract.ts';
import type { EmptyReason } from '#app/core/tasks/task.ts';

/** End of a provider's stream; `error` is set if it ended early. */
export interface StreamEnd {
  finishReason: FinishReason | null;
  error: unknown;
  /** Reason for charging an answer without text; null if an empty answer counts as the provider's failure. */
  emptyReason: EmptyReason | null;
}

/** Output that a run has produced so far. */
export interface ProducedOutput {
  /** There is text that can be continued. */
  hasWords: boolean;
  /** There is output of any kind, reasoning included. */
  hasOutput: boolean;
  /** A provider accepted the call (`onTaken`, providers/contract.ts). */
  isTaken: boolean;
}

const DETAIL_LENGTH = 512;

/** Metric label for providers that are not in the table: operators choose their names, in any number. */
const OTHER_PROVIDER = 'other';

/**
 * Derives a run's outcome from the end of a provider's stream.
 * @returns null when another worker owns the run
 */
export function outcomeOf(
  { finishReason, error, emptyReason }: StreamEnd,
  output: ProducedOutput,
): RunOutcome | null {
  if (error instanceof RunAborted) {
    if (error.reason === 'lost') return null;
    if (error.reason === 'stopped') return stopped(output);
    if (error.reason === 'deadline') return failed(output, 'house_failed', 'provider_timeout');
    return interrupted(output);
  }
  if (error instanceof ProviderError) {
    const { code, message, retryAfterMs, param } = error;
    return {
      ...failed(output, 'provider_failed', code, message),
      ...(retryAfterMs !== null && { retryAfterMs }),
      ...(param !== null && { errorParam: param }),
    };
  }
  if (error instanceof AppError && error.code === 'unavailable') {
    const { code, message, retryAfterSeconds } = error;
    return {
      ...failed(output, 'house_failed', code, message),
      ...(retryAfterSeconds !== undefined && { retryAfterMs: retryAfterSeconds * 1000 }),
    };
  }
  if (error) {
    logger().error({ err: error }, 'a run failed');
    return failed(output, 'house_failed', 'internal');
  }
  if (output.hasOutput && finishReason === null) return failed(output, 'provider_failed', 'provider_cut');
  const chargeReason = output.hasOutput ? 'output' : emptyReason;
  if (chargeReason === null) return failed(output, 'provider_failed', 'empty_completion');
  return {
    state: 'done',
    // A provider that reports only the usage of an empty turn has ended it.
    finishReason: finishReason ?? 'stop',
    errorCode: null,
    errorDetail: null,
    chargeReason,
  };
}

/** @param blame the reason for charging nothing when there is no output */
function failed(
  { hasWords, hasOutput }: ProducedOutput,
  blame: ChargeReason,
  errorCode: ErrorCode,
  detail: string | null = null,
): RunOutcome {
  return {
    state: 'failed',
    // A reply that was cut can be continued; one that never began cannot.
    finishReason: hasWords ? 'incomplete' : null,
    errorCode,
    errorDetail: detail?.slice(0, DETAIL_LENGTH) ?? null,
    chargeReason: hasOutput ? 'output' : blame,
  };
}

/** Outcome of a run that its reader stopped. */
export function stopped({ hasOutput, isTaken }: ProducedOutput): RunOutcome {
  const chargeReason = hasOutput ? 'output' : isTaken ? 'stopped' : 'not_taken';
  return { state: 'stopped', finishReason: 'incomplete', errorCode: null, errorDetail: null, chargeReason };
}

/**
 * Outcome of a run whose reader is connected but missed output because Redis was away too long: no charge.
 */
export function undelivered({ hasWords }: ProducedOutput): RunOutcome {
  return {
    state: 'interrupted',
    finishReason: hasWords ? 'incomplete' : null,
    errorCode: 'interrupted',
    errorDetail: null,
    chargeReason: 'house_failed',
  };
}

/**
 * Outcome of a run whose worker is gone: its output is stored and marked unfinished.
 * @param isStopRequested the reader stopped it before: it ends as its worker would have ended it
 */
export function interrupted(output: ProducedOutput & { isStopRequested?: boolean }): RunOutcome {
  if (output.isStopRequested) return stopped(output);
  const { hasWords, hasOutput } = output;
  return {
    state: 'interrupted',
    finishReason: hasWords ? 'incomplete' : null,
    errorCode: hasWords ? null : 'interrupted',
    errorDetail: null,
    chargeReason: hasOutput ? 'output' : 'house_failed',
  };
}

/**
 * Counts a settled run in the metrics: its outcome, its provider calls and its money. The operator bears a
 * cost beyond the charge; a shortfall of the hold is logged as well.
 * @param money in micro-dollars
 */
export function countEnding(
  { generation, state, attempts, costMicro, firstTokenAt }: Ending,
  { chargedMicro, shortfallMicro }: { chargedMicro: bigint; shortfallMicro: bigint },
): void {
  const task = taskLabel(generation.task);
  counted.runs(task, state).inc();
  // Calls with users' own keys meet errors that are not the provider's fault.
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
