import { AppError } from '#app/contracts/errors.ts';
import { leaveCall } from '#app/core/generation/leave-call.ts';
import { logger } from '#app/core/platform/logger.ts';

/** What a call hears whose key was revoked, disabled or has expired while it was answered. */
export function keyEnded(): AppError {
  return new AppError('invalid_hub_key', {
    message:
      'This API key may not be used any more. Where a provider had taken the call, the prompt and what the model had said are charged.',
  });
}

/** Stops a call that nobody reads any more. Its reader is closed by then. */
export function leave(generationId: string): void {
  leaveCall(generationId).catch((error: Error) => {
    // The worker's own look at its readers ends the run a moment later.
    logger().warn({ error: error.message }, 'a client that left could not be told of');
  });
}
