import { AppError } from '#app/contracts/errors.ts';

/** The reason why the file store failed, as named in the log and in the metrics. */
export type StoreReason = 'unreachable' | 'silent' | 'failed' | 'refused' | 'foreign' | 'full';

/** A response that no file store sends, such as a page of a proxy in front of it. */
export class ForeignAnswer extends Error {
  override readonly name = 'ForeignAnswer';
}

/** The cause of the caller's error: work that must be done is retried until it ends, as for a database. */
class StoreAway extends Error {
  override readonly name = 'StoreAway';
  readonly code = 'FILE_STORE_AWAY';
}

/** The message for callers, and the seconds after which another try makes sense. */
const ANSWERS: Readonly<Record<StoreReason, { message: string; retryAfterSeconds: number }>> = {
  unreachable: { message: 'The file store cannot be reached.', retryAfterSeconds: 5 },
  silent: { message: 'The file store did not answer in time.', retryAfterSeconds: 5 },
  failed: { message: 'The file store has failed.', retryAfterSeconds: 5 },
  refused: {
    message: 'The file store denies access to this server: an administrator has to fix this.',
    retryAfterSeconds: 60,
  },
  foreign: {
    message: 'The address of the file store answers with something else: an administrator has to fix this.',
    retryAfterSeconds: 60,
  },
  full: { message: 'The file store has no space left.', retryAfterSeconds: 60 },
};

/** Node's error codes of folders and connections, by their meaning. */
const CODES: Readonly<Record<string, StoreReason>> = {
  ECONNREFUSED: 'unreachable',
  ENOTFOUND: 'unreachable',
  EAI_AGAIN: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ETIMEDOUT: 'silent',
  EACCES: 'refused',
  EPERM: 'refused',
  EROFS: 'refused',
  ENOSPC: 'full',
  EDQUOT: 'full',
};

/** Classifies the error of a folder or of the S3 SDK. */
export function storeReason(error: unknown): StoreReason {
  if (error instanceof ForeignAnswer) return 'foreign';
  const { name, code, $metadata } = error as {
    name?: string;
    code?: string;
    $metadata?: { httpStatusCode?: number };
  };
  if (name === 'TimeoutError' || name === 'AbortError') return 'silent';
  const status = $metadata?.httpStatusCode;
  if (status !== undefined) return status >= 300 && status < 500 ? 'refused' : 'failed';
  return CODES[code ?? ''] ?? 'failed';
}

/**
 * The error for a caller whose file could not be stored, read or deleted. Nothing was done, as far as we
 * know.
 */
export function storeAway(reason: StoreReason, cause: unknown): AppError {
  const { message, retryAfterSeconds } = ANSWERS[reason];
  return new AppError('unavailable', {
    message: `${message} Please try again in a moment.`,
    retryAfterSeconds,
    cause: new StoreAway(reason, { cause }),
  });
}

/** True if the file store, or this process's queue before it, failed: a later try may succeed. */
export const isStoreAway = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'unavailable';
