import type { FileRecord } from '#app/core/files/records/file-record.ts';
import { findFiles } from '#app/core/files/records/owned-files.ts';
import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

interface Row {
  prompt_id: string;
  file_id: string;
}

/** The files that were sent with a prompt. */
export interface PromptFiles {
  files: FileRecord[];
  /** Number of files that were deleted since. */
  missing: number;
}

/** Reads the files of prompts of one owner, by prompt and in their order. */
export async function readPromptFiles(
  tx: Tx,
  { userId, promptIds }: { userId: string; promptIds: readonly string[] },
): Promise<Map<string, PromptFiles>> {
  const sent = new Map<string, PromptFiles>();
  if (promptIds.length === 0) return sent;
  const rows = await selectRows<Row>(
    tx,
    'SELECT prompt_id, file_id FROM playground_files WHERE prompt_id IN (?) AND user_id = ? ORDER BY prompt_id, place',
    [[...promptIds], userId],
  );
  const found = await findFiles(tx, { userId, ids: rows.map((row) => row.file_id) });
  for (const { prompt_id: promptId, file_id: fileId } of rows) {
    const of = sent.get(promptId) ?? { files: [], missing: 0 };
    const file = found.get(fileId);
    if (file) of.files.push(file);
    else of.missing += 1;
    sent.set(promptId, of);
  }
  return sent;
}
