import { AppError } from '#app/contracts/errors.ts';
import type { CatalogueEntry } from '#app/core/catalogue/entry.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import type { RoutedOffer } from '#app/core/routing/route.ts';
import { bytesOf, MAX_VIDEO_BYTES } from '#app/core/tasks/chat/fitted-prompt.ts';
import { takesFile, takesKind } from '#app/core/tasks/chat/send-weight.ts';
import { cannotSee } from './cannot-see.ts';

const MB = 1024 * 1024;

/**
 * Checks that a model which answers in words takes the pictures and videos of the message that it answers.
 * @throws AppError model_cannot_see for a kind that none of the offers takes; invalid_request, naming `files`, for a video
 *   that does not say how long it is or that is too large, and for videos that are too large together
 */
export async function assertTaken(
  files: readonly FileRecord[],
  offers: readonly RoutedOffer[],
  model: Pick<CatalogueEntry, 'maker' | 'name'>,
): Promise<void> {
  for (const file of files) {
    if (!offers.some((offer) => takesKind(offer, file.kind))) throw await cannotSee(model, 'text', file.kind);
    if (file.kind === 'video' && file.seconds === null)
      throw refused('the video does not say how long it is');
    if (!offers.some((offer) => takesFile(offer, file)))
      throw refused(`no provider of ${model.name} takes a video of this size`);
  }
  if (bytesOf(files, 'video') > MAX_VIDEO_BYTES)
    throw refused(`the videos of a message have at most ${MAX_VIDEO_BYTES / MB} MB together`);
}

function refused(why: string): AppError {
  return new AppError('invalid_request', { param: 'files', message: `files: ${why}.` });
}
