import { z } from 'zod';
import { AppError } from '#app/contracts/errors.ts';
import { POSTER_MAX_BYTES } from '#app/contracts/files/file-types.ts';
import { keepPoster } from '#app/core/files/poster.ts';
import { viewFile } from '#app/core/files/records/file-record.ts';
import { isId } from '#app/core/platform/ids.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { readUpload } from '#app/http/body/read-upload.ts';

const PARAMS = z.object({ fileId: z.string().refine(isId) });
const MB = 1024 * 1024;

/**
 * POST /api/files/:id/poster: a form with a picture of a video of the caller as `file`, which stands for it from then on. A
 * file that has a small picture keeps it.
 * @returns the file
 * @throws AppError not_found, file_too_large, and as `keepPoster`
 */
export const posterCall = endpoint(
  { auth: 'user', params: PARAMS },
  async ({ request, user, params, context }) =>
    viewFile(
      await keepPoster({ userId: user.id, id: params.fileId, signal: context.closed }, async () => {
        const { taken } = await readUpload(request, 'file', ({ content }) => readWhole(content));
        return taken;
      }),
    ),
);

async function readWhole(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of content) {
    bytes += piece.byteLength;
    if (bytes > POSTER_MAX_BYTES)
      throw new AppError('file_too_large', { param: 'file', params: { max: POSTER_MAX_BYTES / MB } });
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
