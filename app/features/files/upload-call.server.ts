import { UPLOAD_MAX_BYTES } from '#app/contracts/files/file-types.ts';
import { keepFile } from '#app/core/files/new-file.ts';
import { uploadExpiry } from '#app/core/files/records/expiry.ts';
import { viewFile } from '#app/core/files/records/file-record.ts';
import { assertFits, readFileUsage } from '#app/core/files/records/file-rows.ts';
import { newId } from '#app/core/platform/ids.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { readUpload } from '#app/http/body/read-upload.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/**
 * POST /api/files: a form with a picture or a video as `file`, and the sender's own `file_id` for it, which comes back
 * as `temp_file_id`. Its id, its type and its size are ours: by what stands in it.
 */
export const uploadCall = endpoint({ auth: 'user' }, async ({ request, user, context }) => {
  // Who has no room left need not send it.
  assertFits((await readFileUsage(AUTOCOMMIT, user.id)).bytes + 1);
  const { taken, fields } = await readUpload(request, 'file', ({ name, declared, content }) =>
    keepFile(
      {
        id: newId(),
        userId: user.id,
        source: 'upload',
        name,
        declared,
        maxBytes: UPLOAD_MAX_BYTES,
        expiresAt: uploadExpiry(),
        signal: context.closed,
      },
      content,
    ),
  );
  return { ...viewFile(taken), temp_file_id: fields.get('file_id') ?? null };
});
