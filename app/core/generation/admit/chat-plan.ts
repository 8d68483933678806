import { fitOptions, senderOf, defaultOptions } from '#app/contracts/endpoints/options.ts';
import { factsOf, type Endpoint } from '#app/contracts/endpoints/table.ts';
import { AppError } from '#app/contracts/errors.ts';
import type { ChatSend, SendQuote } from '#app/contracts/send.ts';
import { findReplyModel } from '#app/core/catalogue/models.ts';
import { sendReference } from '#app/core/conversations/messages/send-reference.ts';
import { writeStoredOptions } from '#app/core/conversations/setup.ts';
import { recordRouting } from '#app/core/generation/record/candidate.ts';
import { newGeneration } from '#app/core/generation/record/row.ts';
import { newId } from '#app/core/platform/ids.ts';
import { chooseKey, routeCall } from '#app/core/routing/router.ts';
import { chatOptions, optionTexts } from '#app/core/targets/message/options.ts';
import { weighSend } from '#app/core/tasks/chat/send-weight.ts';
import {
  highestEstimate,
  firstStepOf,
  freeEstimate,
  toCandidate,
  type PricedCandidate,
} from '#app/core/tasks/price.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { assertAccepted, findAttached } from './files.ts';
import { planMedia } from './media-plan.ts';
import { resolvePlace } from './place.ts';
import type { ChatPlan } from './plan.ts';

/**
 * Reads, checks and prices a send.
 * @param signal aborted when the result is no longer needed
 * @throws AppError for every send that cannot be admitted
 */
export async function planChat(send: ChatSend, signal?: AbortSignal): Promise<ChatPlan> {
  const text = send.text.trim();
  if (text === '' && send.mode !== 'regenerate' && send.mode !== 'continue') {
    throw new AppError('invalid_request', { param: 'text', message: 'text is required.' });
  }
  const facts = factsOf(send.endpoint);
  if (!facts) throw new AppError('not_found', { param: 'endpoint', message: 'Unknown endpoint.' });
  const model = await findReplyModel(AUTOCOMMIT, send.model, send.endpoint as Endpoint);
  if (model.endpoint !== send.endpoint) throw new AppError('model_not_found', { param: 'model' });
  if (model.makes !== 'text') return planMedia(send, { ...model, makes: model.makes }, signal);
  const [option] = Object.keys(send.parameters.media ?? {});
  if (option !== undefined)
    throw new AppError('invalid_request', {
      param: option,
      message: `${option}: ${model.name} answers in words.`,
    });
  const files = await findAttached(send);
  const place = await resolvePlace(AUTOCOMMIT, send);
  const said = { ...(send.keepsOptions && fitOptions(facts, model.id, place.options)), ...send.parameters };
  const parameters = { ...defaultOptions(facts, model.id), ...said };
  const at = new Date();
  const ownKey = await chooseKey({ userId: send.userId, model: model.id, endpoint: model.endpoint }, at);
  const route = await routeCall({
    ownKey,
    models: [model.id],
    allowedModels: null,
    preferences: facts.providers ? { only: [...facts.providers] } : {},
    needs: { modalities: [], capabilities: [], parameters: Object.keys(chatOptions(parameters)) },
    // The windows of the offers decide in `weighSend` how much of the conversation is sent.
    count: async () => 0,
    at,
  });
  await assertAccepted(files, route.offers, model);
  const newText = place.promptParentId === null ? null : text;
  const prefix = place.continued?.text ?? null;
  const fromId =
    place.promptId ?? (place.promptParentId && !place.conversation.isNew ? place.promptParentId : null);
  const own = [...optionTexts(parameters), newText, prefix].filter((part): part is string => Boolean(part));
  const { fitted, priced, dropped } = await weighSend({ ...send, parameters }, route.offers, {
    at,
    conversationId: place.conversation.isNew ? null : place.conversation.id,
    fromId,
    isAnswered: place.promptId !== null,
    own,
    ownFiles: files,
    signal,
  });
  const { media } = fitted;
  await assertAccepted(fitted.answeredFiles, route.offers, model);
  const estimate = ownKey ? freeEstimate(highestEstimate(priced)) : highestEstimate(priced);
  const [{ offer: first }] = priced as [PricedCandidate];
  const ids = {
    generation: newId(),
    prompt: place.promptId ?? newId(),
    reply: place.continued?.id ?? newId(),
  };
  const prompt =
    newText === null
      ? null
      : {
          id: ids.prompt,
          parentId: place.promptParentId!,
          clientId: send.clientMessageId,
          text: newText,
          tokens: fitted.ownTokens[own.indexOf(newText)]!,
          files,
        };
  return {
    makes: 'text',
    estimate,
    firstStep: ownKey ? null : firstStepOf(priced, { delivery: 'stream', choices: 1 }),
    key: null,
    append: {
      userId: send.userId,
      conversation: {
        ...place.conversation,
        endpoint: send.endpoint,
        model: model.id,
        options: writeStoredOptions(said),
      },
      prompt,
      reply: {
        id: ids.reply,
        parentId: ids.prompt,
        isNew: place.continued === null,
        sender: senderOf(facts, parameters),
        text: prefix ?? '',
        omittedMessages: fitted.omittedMessages,
        omittedPictures: media.omitted,
      },
      generationId: ids.generation,
      sendRef: sendReference(send),
    },
    generation: newGeneration({
      id: ids.generation,
      target: 'message',
      task: 'chat',
      userId: send.userId,
      requestId: send.requestId,
      conversationId: place.conversation.id,
      promptMessageId: ids.prompt,
      oldestMessageId: fitted.oldestId ?? ids.prompt,
      picturesFromId: media.files.length > 0 ? (media.fromId ?? ids.prompt) : null,
      replyMessageId: ids.reply,
      endpoint: send.endpoint,
      provider: first.provider,
      model: model.id,
      upstreamModel: first.upstreamModel,
      parameters,
      priceId: first.price.id,
      maxOutputTokens: estimate.wantedOutput,
      estimatedPromptTokens: estimate.promptTokens,
      omittedMessages: fitted.omittedMessages,
      prefixText: prefix,
      route: priced.map(toCandidate),
      routing: recordRouting([send.model], { ...route, dropped: [...route.dropped, ...dropped] }),
      delivery: 'stream',
      ownKey: ownKey !== undefined,
    }),
  };
}

/**
 * Quotes a send, history included, for the composer. Writes nothing.
 * @param signal aborted when the quote is no longer needed
 * @throws AppError like admitChat, except for the balance
 */
export async function quoteChat(send: ChatSend, signal?: AbortSignal): Promise<SendQuote> {
  const { makes, estimate, generation, append } = await planChat(send, signal);
  return {
    makes,
    inputTokens: estimate.promptTokens,
    inputMicro: estimate.inputMicro.toString(),
    mostMicro: estimate.wantedMicro.toString(),
    maxOutputTokens: estimate.wantedOutput,
    ownKey: generation.ownKey,
    omittedMessages: generation.omittedMessages,
    omittedPictures: append.reply.omittedPictures,
  };
}
