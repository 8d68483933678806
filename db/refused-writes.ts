import { change } from './sql.ts';
import { AUTOCOMMIT } from './transaction.ts';
import { lastRefusal } from './errors.ts';

/**
 * A full disk refuses some statements and accepts others: for this long after a refusal, writes are assumed
 * to fail.
 */
const REFUSING_MS = 5_000;

/**
 * Sends a write that changes nothing. A read-only server refuses it.
 * @throws QueryError if it is refused; DatabaseUnavailable
 */
export async function probeWrites(): Promise<void> {
  await change(AUTOCOMMIT, "UPDATE schema_migrations SET name = name WHERE name = ''");
}

/**
 * Like `probeWrites`, and a refused write of this process within the last five seconds counts, too.
 * @throws Error with the message of the database
 */
export async function assertWritable(): Promise<void> {
  await probeWrites();
  const refusal = lastRefusal();
  if (refusal !== null && performance.now() - refusal.at < REFUSING_MS)
    throw new Error(`writes are refused: ${refusal.message}`);
}
