import { AppError } from '#app/contracts/errors.ts';
import { MESSAGE_FILES_MOST, PROMPT_FILES_MOST, type FileKind } from '#app/contracts/files/file-types.ts';
import type { ImageInput } from '#app/contracts/media/image.ts';
import type { VideoRequestRecord } from '#app/contracts/media/video.ts';
import { mediaMadeBy, takesInput, type Makes } from '#app/contracts/models.ts';
import type { Output } from '#app/contracts/playground/playground.ts';
import type { ChatSend } from '#app/contracts/send.ts';
import type { CatalogueEntry } from '#app/core/catalogue/entry.ts';
import { listAllModels } from '#app/core/catalogue/models.ts';
import { listOffers } from '#app/core/catalogue/offers.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import { findFiles } from '#app/core/files/records/owned-files.ts';
import type { RoutedOffer } from '#app/core/routing/route.ts';
import { bytesOf, MAX_VIDEO_BYTES } from '#app/core/tasks/chat/fitted-prompt.ts';
import { takesFile, takesKind } from '#app/core/tasks/chat/send-weight.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

const MB = 1024 * 1024;

const WORDS = {
  image: ['cannot look at pictures', 'can'],
  video: ['cannot watch videos', 'can'],
  words: ['works from words alone', 'takes pictures'],
} as const;

/** Pictures that every model which works on some takes. */
const PICTURES = ['image/png', 'image/jpeg', 'image/webp'];

/**
 * The files that a new message is sent with, in their order, each once.
 * @param kinds what its model takes at most
 * @throws AppError naming `files`: invalid_request for too many, not_found for one that is not there, has expired or is
 *   somebody else's, file_type_not_supported for one of another kind
 */
export async function findAttached(
  { userId, mode, files = [] }: Pick<ChatSend, 'userId' | 'mode' | 'files'>,
  kinds: readonly FileKind[] = ['image', 'video'],
): Promise<FileRecord[]> {
  if (files.length === 0 || (mode !== 'send' && mode !== 'edit')) return [];
  const ids = [...new Set(files)];
  if (ids.length > MESSAGE_FILES_MOST)
    throw new AppError('invalid_request', {
      param: 'files',
      message: `files: at most ${MESSAGE_FILES_MOST} are sent with a message.`,
    });
  const found = await findFiles(AUTOCOMMIT, { userId, ids });
  return ids.map((id) => {
    const file = found.get(id);
    if (!file) throw new AppError('not_found', { param: 'files', message: 'files names no file of yours.' });
    if (!kinds.includes(file.kind))
      throw new AppError('file_type_not_supported', { param: 'files', params: { type: file.mimeType } });
    return file;
  });
}

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

/**
 * The refusal of pictures or videos for a model that takes none. It names one that does and answers with the same, of the
 * same maker where there is one: `other` for people, `otherId` for clients that ask again. `context` chooses the words:
 * for videos, where no model takes them, and where nothing is looked at but something is made.
 */
export async function cannotSee(
  model: Pick<CatalogueEntry, 'maker' | 'name'>,
  makes: Makes = 'text',
  kind: FileKind = 'image',
): Promise<AppError> {
  const other = await findSeeing(model.maker, makes, kind);
  const { name } = model;
  const [isBlind, sees] = WORDS[makes === 'text' ? kind : 'words'];
  const context = [makes !== 'text' ? 'words' : kind === 'video' && 'video', !other && 'alone'].filter(
    Boolean,
  );
  const params = { model: name, ...(context.length > 0 && { context: context.join('_') }) };
  return other
    ? new AppError('model_cannot_see', {
        param: 'model',
        message: `${name} ${isBlind}. ${other.name} ${sees} (${other.id}).`,
        params: { ...params, other: other.name, otherId: other.id },
      })
    : new AppError('model_cannot_see', { param: 'model', message: `${name} ${isBlind}.`, params });
}

/** A model that takes these, makes this and can be paid for, of this maker first. */
async function findSeeing(maker: string, makes: Makes, kind: FileKind): Promise<CatalogueEntry | null> {
  const all = await listAllModels(AUTOCOMMIT);
  const seeing = all.filter(
    ({ endpoint, supports }) =>
      (endpoint === null ? mediaMadeBy(supports) : 'text') === makes && takesInput(supports, kind, makes),
  );
  const isOwn = (model: CatalogueEntry) => (model.maker === maker ? 0 : 1);
  for (const model of seeing.toSorted((a, b) => isOwn(a) - isOwn(b)))
    if ((await listOffers(AUTOCOMMIT, model.id, new Date())).length > 0) return model;
  return null;
}

/** A picture of a person as an order names it. */
export function imageInput({ id, width, height }: FileRecord): ImageInput {
  return { source: { fileId: id }, size: { width, height } };
}

/**
 * What a video begins with, or is made from: one picture or one video.
 * @throws AppError invalid_request for a video whose length nobody knows: it could not be held for
 */
export function videoInputs([file]: readonly FileRecord[]): Omit<VideoRequestRecord, 'order'> {
  if (!file) return {};
  if (file.kind === 'image') return { firstFrame: imageInput(file) };
  if (file.seconds === null)
    throw new AppError('invalid_request', {
      param: 'files',
      message: 'files: the length of this video is unknown.',
    });
  return { video: { ...imageInput(file), seconds: file.seconds } };
}

/**
 * What a new prompt is sent with, in its order, each once: pictures; for a video one picture that it begins with, or one
 * video that is changed.
 * @throws AppError naming `files`: invalid_request for too many, not_found for one that is not there, has expired or is
 *   somebody else's, file_type_not_supported for what the output is not made from
 */
export async function findInputs({
  userId,
  files,
  output,
}: {
  userId: string;
  files: readonly string[];
  output: Output;
}): Promise<FileRecord[]> {
  const ids = [...new Set(files)];
  if (ids.length === 0) return [];
  const most = output === 'video' ? 1 : PROMPT_FILES_MOST;
  if (ids.length > most)
    throw new AppError('invalid_request', {
      param: 'files',
      message: `files: at most ${most} with a prompt for this.`,
    });
  const found = await findFiles(AUTOCOMMIT, { userId, ids });
  return ids.map((id) => {
    const file = found.get(id);
    if (!file) throw new AppError('not_found', { param: 'files', message: 'files names no file of yours.' });
    assertFits(file, output);
    return file;
  });
}

function assertFits({ kind, mimeType, seconds }: FileRecord, output: Output): void {
  const isTaken =
    // Words are told of a picture that is written again for them, of whatever type it is.
    kind === 'image' ? output === 'text' || PICTURES.includes(mimeType) : output === 'video';
  if (!isTaken) throw new AppError('file_type_not_supported', { param: 'files', params: { type: mimeType } });
  if (kind === 'video' && seconds === null)
    throw new AppError('invalid_request', {
      param: 'files',
      message: 'files: the video does not say how long it is.',
    });
}
