import { defaultOptions, fitOptions, senderOf } from '#app/contracts/endpoints/options.ts';
import { writeStoredOptions } from '#app/core/conversations/setup.ts';
import { recordRouting } from '#app/core/generation/record/candidate.ts';
import { routeCall } from '#app/core/routing/router.ts';
import { chatOptions, optionTexts } from '#app/core/targets/message/options.ts';
import { weighSend } from '#app/core/tasks/chat/send-weight.ts';
import { assertAccepted } from './files.ts';
import type { MessageAsk, PricedReply } from './message-ask.ts';

/**
 * Routes, weighs and prices a turn of a conversation: as much of the conversation is sent as the widest
 * window of the model's offers holds.
 * @throws AppError for every turn that no offer can answer
 */
export async function priceTurn(ask: MessageAsk): Promise<PricedReply> {
  const { send, facts, model, files, place, ownKey, ids, at, signal } = ask;
  const set = { ...(send.keepsOptions && fitOptions(facts, model.id, place.options)), ...send.parameters };
  const parameters = { ...defaultOptions(facts, model.id), ...set };
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
  const newText = place.promptParentId === null ? null : send.text.trim();
  const prefixText = place.continued?.text ?? null;
  const fromId =
    place.promptId ?? (place.promptParentId && !place.conversation.isNew ? place.promptParentId : null);
  const own = [...optionTexts(parameters), newText, prefixText].filter((part): part is string =>
    Boolean(part),
  );
  const { fitted, priced, dropped } = await weighSend({ ...send, parameters }, route.offers, {
    at,
    conversationId: place.conversation.isNew ? null : place.conversation.id,
    fromId,
    isAnswered: place.promptId !== null,
    own,
    ownFiles: files,
    signal,
  });
  const { media, omittedMessages, oldestId, ownTokens } = fitted;
  await assertAccepted(fitted.answeredFiles, route.offers, model);
  return {
    priced: {
      candidates: priced,
      routing: recordRouting([send.model], { ...route, dropped: [...route.dropped, ...dropped] }),
      // The worker builds the prompt from the conversation.
      request: null,
      delivery: 'stream',
      choices: 1,
      ownKey: ownKey !== undefined,
    },
    row: {
      parameters,
      oldestMessageId: oldestId ?? ids.prompt,
      picturesFromId: media.files.length > 0 ? (media.fromId ?? ids.prompt) : null,
      omittedMessages,
      prefixText,
    },
    prompt: newText === null ? null : { text: newText, tokens: ownTokens[own.indexOf(newText)]! },
    sender: senderOf(facts, parameters),
    omittedPictures: media.omitted,
    options: writeStoredOptions(set),
  };
}
