import { change } from './sql.ts';
import { AUTOCOMMIT } from './transaction.ts';
import { lastRefusal } from './errors.ts';

/** A disk that is full refuses some statements and does others: so long after one was refused none is expected to be done. */
const REFUSING_MS = 5_000;

/**
 * Asks the database for a write that changes nothing. A server that is read-only refuses it.
 * @throws QueryError where it is refused; DatabaseUnavailable
 */
export async function probeWrites(): Promise<void> {
  await change(AUTOCOMMIT, "UPDATE schema_migrations SET name = name WHERE name = ''");
}

/**
 * Like `probeWrites`, and a write that this process was refused within the last five seconds counts, too.
 * @throws Error with the words of the database
 */
export async function assertWritable(): Promise<void> {
  await probeWrites();
  const refusal = lastRefusal();
  if (refusal !== null && performance.now() - refusal.at < REFUSING_MS)
    throw new Error(`writes are refused: ${refusal.message}`);
}
