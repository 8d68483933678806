import { AppError } from '#app/contracts/errors.ts';
import { MAX_MESSAGE_FILES, MAX_PROMPT_FILES, type FileKind } from '#app/contracts/files/file-types.ts';
import type { ImageInput } from '#app/contracts/media/image.ts';
import type { VideoRequestRecord } from '#app/contracts/media/video.ts';
import { mediaMadeBy, acceptsInput, type OutputKind } from '#app/contracts/models.ts';
import type { Output } from '#app/contracts/playground/playground.ts';
import type { ChatSend } from '#app/contracts/send.ts';
import type { CatalogueEntry } from '#app/core/catalogue/entry.ts';
import { listAllModels } from '#app/core/catalogue/models.ts';
import { listOffers } from '#app/core/catalogue/offers.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import { findFiles } from '#app/core/files/records/owned-files.ts';
import type { RoutedOffer } from '#app/core/routing/route.ts';
import { bytesOf, MAX_VIDEO_BYTES } from '#app/core/tasks/chat/fitted-prompt.ts';
import { acceptsFile, acceptsKind } from '#app/core/tasks/chat/send-weight.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

const MB = 1024 * 1024;

const WORDS = {
  image: ['cannot look at pictures', 'can'],
  video: ['cannot watch videos', 'can'],
  words: ['works from words alone', 'takes pictures'],
} as const;

/** Types that every model with image input accepts. */
const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp'];

/**
 * Finds the files attached to a new message, in their order, without duplicates.
 * @param kinds kinds that the model may accept
 * @throws AppError naming `files`: invalid_request for too many, not_found for a file that does not exist,
 *   has expired or belongs to another user, file_type_not_supported for one of another kind
 */
export async function findAttached(
  { userId, mode, files = [] }: Pick<ChatSend, 'userId' | 'mode' | 'files'>,
  kinds: readonly FileKind[] = ['image', 'video'],
): Promise<FileRecord[]> {
  if (mode !== 'send' && mode !== 'edit') return [];
  return findAllowed(userId, files, {
    max: MAX_MESSAGE_FILES,
    subject: 'are sent with a message',
    allows: ({ kind }) => kinds.includes(kind),
  });
}

interface FileRules {
  max: number;
  /** Ends the message for too many. */
  subject: string;
  allows(file: FileRecord): boolean;
}

/** The rules for attached files. @throws AppError as `findAttached` */
async function findAllowed(
  userId: string,
  files: readonly string[],
  { max, subject, allows }: FileRules,
): Promise<FileRecord[]> {
  const ids = [...new Set(files)];
  if (ids.length === 0) return [];
  if (ids.length > max) throw refused(`at most ${max} ${subject}`);
  const found = await findFiles(AUTOCOMMIT, { userId, ids });
  return ids.map((id) => {
    const file = found.get(id);
    if (!file) throw new AppError('not_found', { param: 'files', message: 'files names no file of yours.' });
    if (!allows(file))
      throw new AppError('file_type_not_supported', { param: 'files', params: { type: file.mimeType } });
    return file;
  });
}

/** The length of a video. @throws AppError invalid_request if it is unknown: no hold can be computed for it */
function lengthOf({ seconds }: FileRecord): number {
  if (seconds === null) throw refused('the video does not say how long it is');
  return seconds;
}

/**
 * Checks that a model with text output accepts the images and videos of the message it answers.
 * @throws AppError model_cannot_see for a kind that no offer accepts; invalid_request, naming `files`, for a
 *   video of unknown length or above the size limit, and for videos above the limit of their total size
 */
export async function assertAccepted(
  files: readonly FileRecord[],
  offers: readonly RoutedOffer[],
  model: Pick<CatalogueEntry, 'maker' | 'name'>,
): Promise<void> {
  for (const file of files) {
    if (!offers.some((offer) => acceptsKind(offer, file.kind)))
      throw await cannotSee(model, 'text', file.kind);
    if (file.kind === 'video') lengthOf(file);
    if (!offers.some((offer) => acceptsFile(offer, file)))
      throw refused(`no provider of ${model.name} takes a video of this size`);
  }
  if (bytesOf(files, 'video') > MAX_VIDEO_BYTES)
    throw refused(`the videos of a message have at most ${MAX_VIDEO_BYTES / MB} MB together`);
}

function refused(why: string): AppError {
  return new AppError('invalid_request', { param: 'files', message: `files: ${why}.` });
}

/**
 * The error when a model accepts no images or videos. It names another model with the same output that does,
 * of the same maker if possible: `other` for people, `otherId` for clients that repeat the call. `context`
 * selects the text: for videos, if no model accepts them, and for models that generate media without reading
 * any.
 */
export async function cannotSee(
  model: Pick<CatalogueEntry, 'maker' | 'name'>,
  makes: OutputKind = 'text',
  kind: FileKind = 'image',
): Promise<AppError> {
  const other = await findAcceptingModel(model.maker, makes, kind);
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

/** Finds a model that accepts this kind, has this output and has a priced offer, of this maker first. */
async function findAcceptingModel(
  maker: string,
  makes: OutputKind,
  kind: FileKind,
): Promise<CatalogueEntry | null> {
  const all = await listAllModels(AUTOCOMMIT);
  const seeing = all.filter(
    ({ endpoint, supports }) =>
      (endpoint === null ? mediaMadeBy(supports) : 'text') === makes && acceptsInput(supports, kind, makes),
  );
  const isOwn = (model: CatalogueEntry) => (model.maker === maker ? 0 : 1);
  for (const model of seeing.toSorted((a, b) => isOwn(a) - isOwn(b)))
    if ((await listOffers(AUTOCOMMIT, model.id, new Date())).length > 0) return model;
  return null;
}

/** A user's image as an order refers to it. */
export function imageInput({ id, width, height }: FileRecord): ImageInput {
  return { source: { fileId: id }, size: { width, height } };
}

/**
 * The input of a video: a first frame, or a video to edit.
 * @throws AppError invalid_request for a video of unknown length
 */
export function videoInputs([file]: readonly FileRecord[]): Omit<VideoRequestRecord, 'order'> {
  if (!file) return {};
  if (file.kind === 'image') return { firstFrame: imageInput(file) };
  return { video: { ...imageInput(file), seconds: lengthOf(file) } };
}

/**
 * Finds the files of a new playground prompt, in their order, without duplicates: images; for a video one
 * image as first frame, or one video to edit.
 * @throws AppError naming `files`: invalid_request for too many, not_found for a file that does not exist,
 *   has expired or belongs to another user, file_type_not_supported for a type that this output cannot use
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
  const found = await findAllowed(userId, files, {
    max: output === 'video' ? 1 : MAX_PROMPT_FILES,
    subject: 'with a prompt for this',
    allows: ({ kind, mimeType }) =>
      // For text output an image of any type is converted for the model.
      kind === 'image' ? output === 'text' || IMAGE_TYPES.includes(mimeType) : output === 'video',
  });
  for (const file of found) if (file.kind === 'video') lengthOf(file);
  return found;
}
