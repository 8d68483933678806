import { change, selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** An endpoint that was switched off. */
export interface OffEndpoint {
  userId: string;
  name: string;
  url: string;
}

/** An endpoint that was switched off because it failed, and whose owner was not mailed; null where there is none. */
export async function findUntoldOff(id: string): Promise<OffEndpoint | null> {
  const row = await selectRow<OffEndpoint>(
    AUTOCOMMIT,
    `SELECT user_id AS userId, name, url FROM webhook_endpoints WHERE id = ? AND switched_off_at IS NOT NULL
       AND (mailed_at IS NULL OR mailed_at < switched_off_at)`,
    [id],
  );
  return row ?? null;
}

/** Notes that the mail is sent. @returns false where somebody else has */
export async function claimOffMail(id: string): Promise<boolean> {
  const claimed = await change(
    AUTOCOMMIT,
    `UPDATE webhook_endpoints FORCE INDEX (PRIMARY) SET mailed_at = NOW(3) WHERE id = ? AND switched_off_at IS NOT NULL
       AND (mailed_at IS NULL OR mailed_at < switched_off_at)`,
    [id],
  );
  return claimed === 1;
}

/** The mail was surely not taken. */
export async function releaseOffMail(id: string): Promise<void> {
  await change(AUTOCOMMIT, 'UPDATE webhook_endpoints SET mailed_at = NULL WHERE id = ?', [id]);
}
