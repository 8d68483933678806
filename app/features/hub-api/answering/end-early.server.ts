import { AppError } from '#app/contracts/errors.ts';
import { leaveCall } from '#app/core/generation/recover/stop.ts';
import type { StopCause } from '#app/core/generation/run/stop-signal.ts';
import { logger } from '#app/core/platform/logger.ts';
import { drained, finishBeforeExit } from '#app/http/draining.ts';

/** What a call hears whose key was revoked, disabled or has expired while it was answered. */
function keyEnded(): AppError {
  return new AppError('invalid_hub_key', {
    message:
      'This API key may not be used any more. Where a provider had taken the call, the prompt and what the model had said are charged.',
  });
}

/** What a call hears that is cut because the time to drain is over. */
export function cutByUs(): AppError {
  return new AppError('interrupted', {
    message:
      'The answer was interrupted on our side. Where the model had begun to answer, the prompt and what it had said are charged; where it had not, nothing is.',
  });
}

interface Left {
  generationId: string;
  /** Aborted when its client has left. */
  closed: AbortSignal;
  delivery: 'stream' | 'whole';
}

/**
 * Stops a call whose answer ends early. Its reader is closed by then. One in one piece goes on when its client has left,
 * who may come back for it with a retry.
 * @returns what the client hears; null when it has left
 */
export function endEarly({ generationId, closed, delivery }: Left): AppError | null {
  // Whose connection we close ourselves in the end has not left.
  if (drained().aborted) {
    leave(generationId, 'house');
    return cutByUs();
  }
  if (delivery === 'stream' || !closed.aborted) leave(generationId, 'reader');
  return closed.aborted ? null : keyEnded();
}

function leave(generationId: string, cause: StopCause): void {
  const left = leaveCall(generationId, cause).catch((error: Error) => {
    // The worker's own look at its readers ends the run a moment later.
    logger().warn({ error: error.message }, 'a client that left could not be told of');
  });
  finishBeforeExit(left);
}
