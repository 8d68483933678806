import { AppError } from '#app/contracts/errors.ts';

/**
 * Runs an act and gives its foreseen errors the words that a person reads; code, status, field and waiting
 * time stay.
 */
export async function worded<T>(act: () => Promise<T>, text: (error: AppError) => string): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.code, {
      message: text(error),
      params: error.params,
      cause: error,
      ...(error.param === null ? {} : { param: error.param }),
      ...(error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
    });
  }
}
