import { AppError } from '#app/contracts/errors.ts';
import { isId } from '#app/core/platform/ids.ts';
import { selectRow, selectRows } from '#db/sql.ts';
import type { Transaction, Tx } from '#db/transaction.ts';
import { ENDPOINT_COLUMNS, toEndpoint, type Endpoint, type EndpointRow } from './endpoint.ts';

/** An endpoint, and who says that it is theirs. */
export interface NamedEndpoint {
  userId: string;
  endpointId: string;
}

/**
 * One endpoint of a user.
 * @throws AppError not_found when it is not theirs or not there
 */
export function findEndpoint(tx: Tx, named: NamedEndpoint): Promise<Endpoint> {
  return read(tx, named, '');
}

/**
 * The same, locked until the transaction ends.
 * @throws AppError not_found
 */
export function lockEndpoint(tx: Transaction, named: NamedEndpoint): Promise<Endpoint> {
  return read(tx, named, 'FOR UPDATE');
}

async function read(tx: Tx, { userId, endpointId }: NamedEndpoint, lock: string): Promise<Endpoint> {
  const row = isId(endpointId)
    ? await selectRow<EndpointRow>(
        tx,
        `SELECT ${ENDPOINT_COLUMNS} FROM webhook_endpoints WHERE id = ? AND user_id = ? ${lock}`,
        [endpointId, userId],
      )
    : undefined;
  if (!row) throw new AppError('not_found', { message: 'There is no such endpoint.', param: 'id' });
  return toEndpoint(row);
}

/** All endpoints of a user, the oldest first. */
export async function listEndpoints(tx: Tx, userId: string): Promise<Endpoint[]> {
  const rows = await selectRows<EndpointRow>(
    tx,
    `SELECT ${ENDPOINT_COLUMNS} FROM webhook_endpoints WHERE user_id = ? ORDER BY id`,
    [userId],
  );
  return rows.map(toEndpoint);
}
