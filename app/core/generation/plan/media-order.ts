import { AppError } from '#app/contracts/errors.ts';
import type { MediaChoice } from '#app/contracts/media/choice.ts';
import { parseSize, type ImageOrder } from '#app/contracts/media/image.ts';
import type { Modality } from '#app/contracts/models.ts';
import type { SendParameters } from '#app/contracts/send.ts';
import { listOffers } from '#app/core/catalogue/offers.ts';
import { countTokens } from '#app/core/catalogue/tokens/count-tokens.ts';
import { readMessageFiles } from '#app/core/conversations/messages/message-files.ts';
import { findMessage } from '#app/core/conversations/messages/stored-messages.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import type { Ask } from '#app/core/targets/ask.ts';
import { priceAsk } from '#app/core/tasks/table.ts';
import { selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { cannotSee, imageInput, videoInputs } from './files.ts';
import type { MessageAsk, PricedReply } from './message-ask.ts';

/** A message that asks for images or a video. */
type MediaAsk = MessageAsk & { model: { makes: 'image' | 'video' } };

/** A message that is answered again, with its files that still exist. */
interface AnsweredMessage {
  text: string;
  files: readonly FileRecord[];
  /** Settings of the last image or video that this model made of it. */
  media: MediaChoice | undefined;
}

/** Prompt, settings and input files of an image or video. */
interface Order {
  text: string;
  choice: MediaChoice;
  files: readonly FileRecord[];
}

/** Fields of an order -> fields of a message, as its sender knows them. */
const FIELDS: Readonly<Record<string, string>> = {
  image: 'files',
  images: 'files',
  input_reference: 'files',
  aspect_ratio: 'aspectRatio',
  partial_images: 'partialImages',
};

/**
 * Routes and prices a message that is answered with images or a video: generated from the message and its
 * files, without the earlier conversation.
 * @throws AppError for every order that no offer can take, naming the fields of a message
 */
export async function priceOrder(ask: MediaAsk): Promise<PricedReply> {
  const { send, model, place, signal } = ask;
  const { userId } = send;
  const { conversation, promptId, promptParentId } = place;
  const answered =
    promptId === null
      ? null
      : await findAnswered({ ...send, conversationId: conversation.id, messageId: promptId });
  const text = answered?.text ?? send.text.trim();
  const media = send.parameters.media ?? answered?.media;
  const order = { text, choice: media ?? {}, files: answered?.files ?? ask.files };
  await assertAccepts(order.files, ask);
  const priced = await priceAsk(toAsk(order, ask), ask.at).catch(nameFields);
  return {
    priced,
    row: { parameters: media ? { media } : {} },
    prompt:
      promptParentId === null
        ? null
        : { text, tokens: await countTokens(text, model.tokenizer, { owner: userId, signal }) },
    sender: send.parameters.modelLabel ?? model.name,
    omittedPictures: 0,
  };
}

/** @throws AppError not_found */
async function findAnswered(at: {
  userId: string;
  conversationId: string;
  messageId: string;
  model: string;
}): Promise<AnsweredMessage> {
  const { conversationId, messageId, model } = at;
  const row = await findMessage(AUTOCOMMIT, at);
  const [files, last] = await Promise.all([
    readMessageFiles(AUTOCOMMIT, [row]),
    selectRow<{ parameters: string | null }>(
      AUTOCOMMIT,
      `SELECT parameters FROM generations
       WHERE conversation_id = ? AND prompt_message_id = ? AND target = 'message' AND model = ?
       ORDER BY created_at DESC, id DESC LIMIT 1`,
      [conversationId, messageId, model],
    ),
  ]);
  const { media } = JSON.parse(last?.parameters ?? '{}') as SendParameters;
  return { text: row.text, files: files.get(messageId) ?? [], media };
}

function toAsk({ text: prompt, choice, files }: Order, { send, model, signal }: MediaAsk): Ask {
  const { size: written, ...others } = choice;
  const size = parseSize(written);
  const common: Pick<ImageOrder, 'prompt' | 'size'> = { prompt, ...others, ...(size && { size }) };
  const asker = { userId: send.userId, signal, key: { models: null } };
  const facts = { model: model.id, ignored: [] };
  if (model.makes === 'image') {
    const record = { order: { ...common, count: 1 }, images: files.map(imageInput) };
    return { ...asker, task: 'image', body: { ...facts, record, isStreamed: true } };
  }
  const record = { order: common, ...videoInputs(files) };
  return { ...asker, task: 'video', body: { ...facts, record } };
}

/** Names the field of the message in place of the order's. */
function nameFields(error: unknown): never {
  const field = error instanceof AppError ? FIELDS[error.param ?? ''] : undefined;
  if (!(error instanceof AppError) || field === undefined) throw error;
  throw new AppError(error.code, { param: field, message: error.message, params: error.params });
}

/**
 * @throws AppError model_cannot_see, file_type_not_supported for a video that the model does not accept, and
 *   invalid_request for more files than a video can start from
 */
async function assertAccepts(files: readonly FileRecord[], { model, at }: MediaAsk): Promise<void> {
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
