import { createHash } from 'node:crypto';
import { change, selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { ENDPOINT_COLUMNS, toEndpoint, type Endpoint, type EndpointRow } from './endpoint.ts';
import { openSecret } from './secret.ts';

/** How many digits of a `createRef` say which creation it is; the others are of what it asked for. */
const NAME_DIGITS = 18;
/** Hours for which a name of a client stands for its creation. */
const NAMED_HOURS = 24;

/** A creation that a client names, so that a repeat of it makes no second endpoint. */
interface NamedCreation {
  apiKeyId: string;
  /** SHA-256 in hex of the name that the client gave it. */
  keyHash: string;
  /** SHA-256 in hex of what was asked for. */
  requestHash: string;
}

/** An endpoint that a creation of this name has made. */
interface Created {
  endpoint: Endpoint;
  /** null where it was replaced since: the new one is nobody's to ask for. */
  secret: string | null;
  /** Whether the same was asked for. */
  isSame: boolean;
}

/** The `createRef` of a named creation: 36 characters without a hyphen, which no form sends. */
export function refOfCreation({ apiKeyId, keyHash, requestHash }: NamedCreation): string {
  const name = createHash('sha256').update(`${apiKeyId} ${keyHash}`).digest('hex');
  return name.slice(0, NAME_DIGITS) + requestHash.slice(0, NAME_DIGITS);
}

/** What a creation of the same name has made within a day; null where nothing, or where that was deleted. */
export async function findCreation(userId: string, createRef: string): Promise<Created | null> {
  const name = `${createRef.slice(0, NAME_DIGITS)}%`;
  await change(
    AUTOCOMMIT,
    `UPDATE webhook_endpoints SET create_ref = NULL
     WHERE user_id = ? AND create_ref LIKE ? AND created_at < NOW(3) - INTERVAL ? HOUR`,
    [userId, name, NAMED_HOURS],
  );
  const row = await selectRow<EndpointRow & { sealed: string; isRolled: number; createRef: string }>(
    AUTOCOMMIT,
    `SELECT ${ENDPOINT_COLUMNS}, sealed_secret AS sealed, old_secret IS NOT NULL AS isRolled,
       create_ref AS createRef
     FROM webhook_endpoints WHERE user_id = ? AND create_ref LIKE ?`,
    [userId, name],
  );
  if (!row) return null;
  const { sealed, isRolled, createRef: before, ...columns } = row;
  const endpoint = toEndpoint(columns);
  return {
    endpoint,
    secret: isRolled ? null : openSecret(sealed, endpoint),
    isSame: before === createRef,
  };
}
