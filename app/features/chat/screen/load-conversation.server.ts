import { data, redirect } from '@remix-run/node';
import { DEFAULT_TITLE, NEW_CONVERSATION } from '#app/contracts/chat.ts';
import { choiceOf } from '#app/contracts/endpoints/model-choice.ts';
import { fieldsOf, fitOptions } from '#app/contracts/endpoints/options.ts';
import { ownKeyFacts } from '#app/contracts/endpoints/own-keys.ts';
import { factsOf, type Endpoint } from '#app/contracts/endpoints/table.ts';
import { AppError } from '#app/contracts/errors.ts';
import { readPrompt } from '#app/contracts/prompt-address.ts';
import type { SendParameters } from '#app/contracts/send.ts';
import { countTokens } from '#app/core/catalogue/tokens/count-tokens.ts';
import { findConversation } from '#app/core/conversations/conversations.ts';
import { readDraft } from '#app/core/conversations/drafts.ts';
import { readStoredOptions, readSetup, type Setup } from '#app/core/conversations/setup.ts';
import { readBranch, readBranchAround } from '#app/core/conversations/shown-branch.ts';
import { temporaryEnd } from '#app/core/conversations/temporary.ts';
import { viewFile } from '#app/core/files/records/file-record.ts';
import { conversationCost, lastChoice } from '#app/core/generation/report/replies.ts';
import { config } from '#app/core/platform/config.ts';
import { newId } from '#app/core/platform/ids.ts';
import { listPresetNames } from '#app/core/presets/preset.ts';
import { optionLimits } from '#app/core/targets/message/options.ts';
import { markdownLabels } from '#app/ui/markdown/labels.ts';
import { viewQueue } from '#app/features/chat/conversation/queue.server.ts';
import type { ModelOption } from '#app/features/chat/conversation/model-option.ts';
import { readLastPersona } from '#app/features/chat/send/options/last-persona.ts';
import { setOptions, type OptionsView } from '#app/features/chat/send/options/options-view.ts';
import { renderMessages } from '#app/features/chat/thread/render-messages.server.ts';
import { pageLoader } from '#app/http/page/page-loader.ts';
import { pageTexts, translateFor } from '#app/ui/i18n/texts.server.ts';
import { isInBar } from '#app/ui/options/in-bar.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { ConversationData, TemporaryFacts } from './conversation-data.ts';
import { loadModels } from './load-models.server.ts';

/** The end of a temporary conversation is shown with its time of day if it is as near as this. */
const SOON_MS = 48 * 3600 * 1000;

interface OptionsQuery {
  userId: string;
  /** No message has been sent in it yet. */
  isNew: boolean;
  endpoint: Endpoint;
  model: string;
  /** Stored options of the conversation, or the initial ones of a new conversation. */
  stored: SendParameters;
}

/**
 * Loads the page of a conversation: the end of its branch (or with `?before=` a piece above a message, with
 * `?message=` the branch around a message), the models, and the text and attachments that were not sent.
 * @throws Response 404 for a conversation that does not exist or belongs to another user
 */
export const loadConversation = pageLoader({ auth: 'user' }, async ({ user, request, url, params }) => {
  const { searchParams } = url;
  const id = params.conversationId ?? NEW_CONVERSATION;
  if (id === 'search') throw redirect('/search/');
  const before = searchParams.get('before');
  const around = searchParams.get('message');
  const editedInQueue = searchParams.get('queued');
  const isPiece = before !== null || around !== null;
  const endpoint = searchParams.get('endpoint');
  const isNew = id === NEW_CONVERSATION;
  const isFilled = searchParams.has('filled');
  const given = readPrompt(searchParams);
  const cookies = request.headers.get('cookie');
  const conversation = isNew ? null : await findShown(user.id, id);
  const [t, models] = await Promise.all([translateFor(request, 'chat'), translateFor(request, 'models')]);
  const setup = conversation
    ? { options: readStoredOptions(conversation.options), model: choiceOf(conversation) }
    : await readNewSetup(user.id, cookies);
  const [page, draft, choice] = await Promise.all([
    conversation ? readPage(conversation, { before, around }) : { messages: [], hasEarlier: false },
    readDraft(AUTOCOMMIT, { userId: user.id, conversationKey: id }),
    loadModels({
      userId: user.id,
      wanted: searchParams.get('model') ?? (isNew && endpoint !== null ? null : setup.model),
      endpoint,
      cookies,
      texts: { chat: t, models },
    }),
  ]);
  const { model } = choice;
  const isText = model?.makes === 'text';
  const isChosen = conversation !== null && model !== null && choice.choices.length > 0;
  const [shown, replying, queue, cost, last, options, presets, texts] = await Promise.all([
    renderMessages(page.messages, markdownLabels(t), user.id),
    isPiece && conversation !== null && isReplying(conversation),
    conversation && before === null
      ? viewQueue({ userId: user.id, conversationId: conversation.id }, editedInQueue)
      : [],
    conversation && conversationCost(AUTOCOMMIT, conversation.id),
    isChosen ? lastChoice(AUTOCOMMIT, { conversationId: conversation.id, model: model.id }) : {},
    isText
      ? loadOptions({
          userId: user.id,
          isNew,
          endpoint: model.endpoint,
          model: model.model,
          stored: setup.options,
        })
      : null,
    isText ? listPresetNames(AUTOCOMMIT, user.id) : null,
    pageTexts(
      request,
      'options',
      'presets',
      'prompts',
      ...(model?.key === 'missing' ? (['ownkeys'] as const) : []),
    ),
  ]);
  return data({
    conversationId: conversation?.id ?? null,
    title: conversation?.title ?? DEFAULT_TITLE,
    pinned: (conversation?.pinnedAt ?? null) !== null,
    archived: (conversation?.archivedAt ?? null) !== null,
    temporary: temporaryFacts(
      conversation ? conversation.expiresAt : searchParams.has('temporary') ? temporaryEnd() : null,
    ),
    costMicro: cost?.toString() ?? null,
    ...shown,
    hasEarlier: page.hasEarlier,
    isPiece,
    foundId: around,
    isReplying: replying,
    queue,
    editedInQueue,
    ...choice,
    models: choice.models.filter((one) => !isLeftOut(one, conversation)),
    lastChoice: last,
    options,
    presets,
    opensOptions: searchParams.has('options'),
    // A draft that a template wrote takes precedence over the browser's own draft.
    draft: isFilled ? '' : draft.text,
    draftFiles: draft.files.map(viewFile),
    prompt: isFilled ? draft.text : given.prompt,
    isPromptCut: given.isCut,
    opensForWriting: searchParams.has('write'),
    /** Id of the next send, so that repeating its form is harmless. */
    sendId: newId(),
    texts,
    missingKey: missingKeyOf(model),
    appTitle: config().APP_TITLE,
  });
});

function temporaryFacts(end: Date | null): TemporaryFacts | null {
  return end && { endsAt: end.toISOString(), isSoon: end.getTime() - Date.now() < SOON_MS };
}

/**
 * Reads the initial setup of a new conversation: a chosen preset takes precedence over the persona and the
 * tone used last.
 */
async function readNewSetup(
  userId: string,
  cookies: string | null,
): Promise<Pick<Setup, 'options' | 'model'>> {
  const { presetId, options, model } = await readSetup(AUTOCOMMIT, userId);
  const last = readLastPersona(cookies);
  return { model, options: presetId === null ? { ...options, ...last } : { ...last, ...options } };
}

/**
 * Returns true for other models of ChatGPT's website in a conversation that began there: it keeps its model,
 * as on the website.
 */
function isLeftOut(
  { endpoint, model }: ModelOption,
  begun: { endpoint: string; model: string } | null,
): boolean {
  return endpoint === 'chatGPTBrowser' && begun?.endpoint === endpoint && begun.model !== model;
}

function missingKeyOf(model: ModelOption | null): ConversationData['missingKey'] {
  const facts = model?.key === 'missing' && ownKeyFacts(model.endpoint);
  return model && facts ? { name: model.endpoint, label: facts.label, kind: facts.kind } : null;
}

async function findShown(userId: string, conversationId: string) {
  try {
    return await findConversation(AUTOCOMMIT, { userId, conversationId });
  } catch (error) {
    throw asNotFoundPage(error);
  }
}

async function readPage(
  conversation: { id: string; leafId: string | null },
  { before, around }: { before: string | null; around: string | null },
) {
  try {
    return around === null
      ? await readBranch(AUTOCOMMIT, { conversation, before })
      : await readBranchAround(AUTOCOMMIT, { conversationId: conversation.id, messageId: around });
  } catch (error) {
    throw asNotFoundPage(error);
  }
}

/** Returns whether the last reply of a conversation is running, for a page that shows another piece. */
async function isReplying(conversation: { id: string; leafId: string | null }): Promise<boolean> {
  const { messages } = await readBranch(AUTOCOMMIT, { conversation, limit: 1 });
  return messages.some(({ submitting }) => submitting);
}

/** Turns a missing conversation into a page of its own, with a link to a new conversation. */
function asNotFoundPage(error: unknown): unknown {
  if (error instanceof AppError && error.code === 'not_found') return new Response(null, { status: 404 });
  return error;
}

/** Loads the options of a model in a conversation; null when its endpoint has none. */
async function loadOptions({
  userId,
  isNew,
  endpoint,
  model,
  stored,
}: OptionsQuery): Promise<OptionsView | null> {
  const facts = factsOf(endpoint);
  if (!facts) return null;
  const fields = fieldsOf(facts, model);
  const { refused, yields } = await optionLimits(AUTOCOMMIT, { endpoint, model });
  const values = fitOptions(facts, model, stored);
  const inPanel = fields.filter((field) => !isInBar(field));
  return {
    endpoint,
    values,
    refused,
    yields,
    hasBar: inPanel.length < fields.length || (endpoint === 'chatGPTBrowser' && isNew),
    hasPanel: inPanel.length > 0,
    set: setOptions(inPanel, ({ option }) => values[option]),
    contextTokens: values.context ? await countTokens(values.context, 'o200k', { owner: userId }) : null,
  };
}
