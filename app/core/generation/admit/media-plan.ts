import { AppError } from '#app/contracts/errors.ts';
import type { MediaChoice } from '#app/contracts/media/choice.ts';
import { parseSize, type ImageOrder } from '#app/contracts/media/image.ts';
import type { Modality } from '#app/contracts/models.ts';
import type { ChatSend, SendParameters } from '#app/contracts/send.ts';
import type { ReplyModel } from '#app/core/catalogue/models.ts';
import { listOffers } from '#app/core/catalogue/offers.ts';
import { countTokens } from '#app/core/catalogue/tokens/count-tokens.ts';
import { readMessageFiles } from '#app/core/conversations/messages/message-files.ts';
import { sendReference } from '#app/core/conversations/messages/send-reference.ts';
import { findMessage } from '#app/core/conversations/messages/stored-messages.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import { cannotSee, findAttached, imageInput, videoInputs } from './files.ts';
import { planPriced, type ChatPlan } from './plan.ts';
import { resolvePlace } from './place.ts';
import { newId } from '#app/core/platform/ids.ts';
import { planImage } from '#app/core/tasks/image/price.ts';
import type { PlannedCall } from '#app/core/tasks/task.ts';
import { planVideo } from '#app/core/tasks/video/price.ts';
import { selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** A model that generates images or videos. */
export type MediaModel = ReplyModel & { makes: 'image' | 'video' };

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

interface MediaRequest {
  model: ReplyModel;
  userId: string;
  signal: AbortSignal | undefined;
  at: Date;
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
 * Checks and prices a send that is answered with images or a video: generated from the message and its files,
 * without the earlier conversation.
 * @throws AppError for every send that cannot be admitted
 */
export async function planMedia(
  send: ChatSend,
  model: MediaModel,
  signal: AbortSignal | undefined,
): Promise<ChatPlan> {
  const { userId, mode, endpoint } = send;
  if (mode === 'continue')
    throw new AppError('invalid_request', {
      param: 'model',
      message: `${model.name} answers without words.`,
    });
  const takesVideos = model.supports.includes('video-to-video');
  const files = await findAttached(send, takesVideos ? ['image', 'video'] : ['image']);
  const place = await resolvePlace(AUTOCOMMIT, send);
  const { conversation, promptParentId } = place;
  const answered =
    place.promptId === null
      ? null
      : await findAnswered({ ...send, conversationId: conversation.id, messageId: place.promptId });
  const text = answered?.text ?? send.text.trim();
  const media = send.parameters.media ?? answered?.media;
  const ids = { generation: newId(), prompt: place.promptId ?? newId(), reply: newId() };
  const order = { text, choice: media ?? {}, files: answered?.files ?? files };
  const planned = await priceOrder(order, { model, userId, signal, at: new Date() });
  const plan = planPriced(
    planned,
    {
      id: ids.generation,
      target: 'message',
      task: model.makes,
      userId,
      requestId: send.requestId,
      endpoint,
      conversationId: conversation.id,
      promptMessageId: ids.prompt,
      replyMessageId: ids.reply,
      parameters: media ? { media } : {},
    },
    null,
  );
  const prompt = promptParentId !== null && {
    id: ids.prompt,
    parentId: promptParentId,
    clientId: send.clientMessageId,
    text,
    tokens: await countTokens(text, model.tokenizer, { owner: userId, signal }),
    files,
  };
  return Object.assign(plan, {
    makes: model.makes,
    append: {
      userId,
      conversation: { ...conversation, endpoint, model: model.id },
      prompt: prompt || null,
      reply: {
        id: ids.reply,
        parentId: ids.prompt,
        isNew: true,
        sender: send.parameters.modelLabel ?? model.name,
        text: '',
        omittedMessages: 0,
        omittedPictures: 0,
      },
      generationId: ids.generation,
      sendRef: sendReference(send),
    },
  });
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

/**
 * Routes and prices an image or a video.
 * @throws AppError for every order that cannot be admitted, naming the fields of a message
 */
async function priceOrder(order: Order, request: MediaRequest): Promise<PlannedCall> {
  await assertAccepts(order.files, request);
  try {
    return await plan(order, request);
  } catch (error) {
    const field = error instanceof AppError ? FIELDS[error.param ?? ''] : undefined;
    if (!(error instanceof AppError) || field === undefined) throw error;
    throw new AppError(error.code, { param: field, message: error.message, params: error.params });
  }
}

function plan({ text: prompt, choice, files }: Order, { model, userId, signal, at }: MediaRequest) {
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

/**
 * @throws AppError model_cannot_see, file_type_not_supported for a video that the model does not accept, and
 *   invalid_request for more files than a video can start from
 */
async function assertAccepts(files: readonly FileRecord[], { model, at }: MediaRequest): Promise<void> {
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
