import { AppError } from '#app/contracts/errors.ts';
import type { MediaChoice } from '#app/contracts/media/choice.ts';
import { parseSize, type ImageOrder } from '#app/contracts/media/image.ts';
import type { Modality } from '#app/contracts/models.ts';
import type { ReplyModel } from '#app/core/catalogue/models.ts';
import { listOffers } from '#app/core/catalogue/offers.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import { planImage } from '#app/core/tasks/image/price.ts';
import type { PlannedCall } from '#app/core/tasks/task.ts';
import { planVideo } from '#app/core/tasks/video/price.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { cannotSee } from '../pictures/cannot-see.ts';
import { imageInput, videoInputs } from './file-inputs.ts';

/** What is to be made, of which words and files. */
interface Order {
  text: string;
  choice: MediaChoice;
  files: readonly FileRecord[];
}

interface Asked {
  model: ReplyModel;
  userId: string;
  signal: AbortSignal | undefined;
  at: Date;
}

/** A field of an order as who sends a message knows it. */
const FIELDS: Readonly<Record<string, string>> = {
  image: 'files',
  images: 'files',
  input_reference: 'files',
  aspect_ratio: 'aspectRatio',
  partial_images: 'partialImages',
};

/**
 * Routes and prices a picture or a video.
 * @throws AppError for everything that cannot be asked, naming the fields of a message
 */
export async function priceOrder(order: Order, asked: Asked): Promise<PlannedCall> {
  await assertTakes(order.files, asked);
  try {
    return await plan(order, asked);
  } catch (error) {
    const field = error instanceof AppError ? FIELDS[error.param ?? ''] : undefined;
    if (!(error instanceof AppError) || field === undefined) throw error;
    throw new AppError(error.code, { param: field, message: error.message, params: error.params });
  }
}

function plan({ text: prompt, choice, files }: Order, { model, userId, signal, at }: Asked) {
  const { size: written, ...others } = choice;
  const size = parseSize(written);
  const common: Pick<ImageOrder, 'prompt' | 'size'> = { prompt, ...others, ...(size && { size }) };
  const asker = { userId, signal, key: { models: null } };
  const facts = { model: model.id, ignored: [] };
  if (model.makes === 'image') {
    const record = { order: { ...common, count: 1 }, images: files.map(imageInput) };
    return planImage({ ...asker, body: { ...facts, record, isStreamed: true } }, at);
  }
  const record = { order: common, ...videoInputs(files) };
  return planVideo({ ...asker, body: { ...facts, record } }, at);
}

/** @throws AppError model_cannot_see, file_type_not_supported for a video that is not taken, and invalid_request where there are more files than a video begins with */
async function assertTakes(files: readonly FileRecord[], { model, at }: Asked): Promise<void> {
  if (files.length === 0) return;
  const offers = await listOffers(AUTOCOMMIT, model.id, at);
  const takes = (way: Modality) => offers.some(({ supports }) => supports.includes(way));
  if (!takes(`image-to-${model.makes}`) && files.some(({ kind }) => kind === 'image'))
    throw await cannotSee(model, model.makes);
  const video = files.find(({ kind }) => kind === 'video');
  if (video && (model.makes !== 'video' || !takes('video-to-video')))
    throw new AppError('file_type_not_supported', { param: 'files', params: { type: video.mimeType } });
  if (model.makes === 'video' && files.length > 1)
    throw new AppError('invalid_request', {
      param: 'files',
      message: 'files: a video is made from one picture or one video.',
    });
}
