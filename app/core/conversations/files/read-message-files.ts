import type { FileRecord } from '#app/core/files/records/file-record.ts';
import { findFiles } from '#app/core/files/records/find-files.ts';
import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

interface Attached {
  message_id: string;
  file_id: string;
  user_id: string;
}

/**
 * The files that were sent with messages of one owner, in their order. Those that were deleted since are missing.
 * @param messages ids with how many files each has; of those without any nothing is read
 */
export async function readMessageFiles(
  tx: Tx,
  messages: readonly { id: string; file_count: number }[],
): Promise<Map<string, FileRecord[]>> {
  const found = new Map<string, FileRecord[]>();
  const ids = messages.flatMap(({ id, file_count: count }) => (count > 0 ? [id] : []));
  if (ids.length === 0) return found;
  const attached = await selectRows<Attached>(
    tx,
    'SELECT message_id, file_id, user_id FROM message_files WHERE message_id IN (?) ORDER BY message_id, place',
    [ids],
  );
  const [first] = attached;
  if (!first) return found;
  const files = await findFiles(tx, { userId: first.user_id, ids: attached.map((one) => one.file_id) });
  for (const { message_id: messageId, file_id: fileId } of attached) {
    const file = files.get(fileId);
    if (!file) continue;
    const others = found.get(messageId);
    if (others) others.push(file);
    else found.set(messageId, [file]);
  }
  return found;
}
