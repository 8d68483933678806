import { AppError } from '#app/contracts/errors.ts';
import { stopIfUnread } from '#app/core/generation/recover/stop.ts';
import type { StopCause } from '#app/core/generation/run/stop-signal.ts';
import { logger } from '#app/core/platform/logger.ts';
import { drained, finishBeforeExit } from '#app/http/draining.ts';

/** The error for a call whose key was revoked or disabled, or expired, during the answer. */
function keyNoLongerValid(): AppError {
  return new AppError('invalid_hub_key', {
    message:
      'This API key may not be used any more. Where a provider had taken the call, the prompt and what the model had said are charged.',
  });
}

/** The error for a call that is cut because the time to drain is over. */
export function interruptedByServer(): AppError {
  return new AppError('interrupted', {
    message:
      'The answer was interrupted on our side. Where the model had begun to answer, the prompt and what it had said are charged; where it had not, nothing is.',
  });
}

interface EarlyEnd {
  generationId: string;
  /** Aborted when the client disconnects. */
  closed: AbortSignal;
  delivery: 'stream' | 'whole';
}

/**
 * Stops a call whose answer ends early; the caller has closed its reader. A call that answers in one piece
 * continues after its client has disconnected, since the client may fetch the answer with a retry.
 * @returns the error that the client gets; null when it has disconnected
 */
export function endEarly({ generationId, closed, delivery }: EarlyEnd): AppError | null {
  // A client has not disconnected when the server itself closes the connection at the end of draining.
  if (drained().aborted) {
    stopRun(generationId, 'house');
    return interruptedByServer();
  }
  if (delivery === 'stream' || !closed.aborted) stopRun(generationId, 'reader');
  return closed.aborted ? null : keyNoLongerValid();
}

function stopRun(generationId: string, cause: StopCause): void {
  const stopping = stopIfUnread(generationId, cause).catch((error: Error) => {
    // The worker's own check for readers ends the run a moment later.
    logger().warn({ error: error.message }, 'a client that left could not be told of');
  });
  finishBeforeExit(stopping);
}
