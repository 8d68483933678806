import { data, redirect } from '@remix-run/node';
import { z } from 'zod';
import { factsOf } from '#app/contracts/endpoints/table.ts';
import { AppError } from '#app/contracts/errors.ts';
import { PROMPT_FIELD } from '#app/contracts/playground/playground.ts';
import { beginningOf } from '#app/contracts/prompt-address.ts';
import { findReplyModel } from '#app/core/catalogue/models.ts';
import { copyTurns, type CopiedTurn } from '#app/core/conversations/messages/copy-turns.ts';
import { deleteExpiredFilesOf, deleteFile } from '#app/core/files/records/file-rows.ts';
import { filesOfGenerations, findFile } from '#app/core/files/records/owned-files.ts';
import { repeatCell } from '#app/core/generation/admit/prompt.ts';
import { stopCells } from '#app/core/generation/recover/stop.ts';
import { consumeQuota, consumeWriteQuota } from '#app/core/limits/quotas.ts';
import { isId } from '#app/core/platform/ids.ts';
import { deletePlayground } from '#app/core/playground/deletion.ts';
import { readHistory } from '#app/core/playground/history.ts';
import { findCell, findPlayground, findPrompt } from '#app/core/playground/playgrounds.ts';
import { readPromptFiles } from '#app/core/playground/prompt-files.ts';
import { chooseBest, revealNames } from '#app/core/playground/prompt.ts';
import { publishUserEvents } from '#app/core/realtime/user-events.ts';
import {
  PLAYGROUND_INTENTS,
  type PlaygroundIntent,
  type Refusal,
} from '#app/features/playground/playground-data.ts';
import { readFields, TEXT_AS_TYPED } from '#app/http/body/parse-form.ts';
import { readForm } from '#app/http/body/read-body.ts';
import { pageAction, type SentForm } from '#app/http/page/page-action.ts';
import type { PageRequest } from '#app/http/page/page-loader.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { confirmedCookie, findUnconfirmed } from './confirmation.server.ts';
import { NEW_PLAYGROUND } from './playground-page.server.ts';
import {
  assertFilesStored,
  readPromptForm,
  sendPrompt,
  typedOptions,
  viewSent,
  type PlaygroundForm,
} from './prompt-form.server.ts';
import { quoteForm } from './quote-call.server.ts';

const ENVELOPE = z.object({ intent: z.string().optional(), text: TEXT_AS_TYPED });

const CELL = z.object({ cellId: z.string('cellId is required.') });

const REMOVED = z.object({ removedFile: z.string('removedFile is required.') });

const STOP = z.object({ cellId: z.string().optional() });

const PROMPT = z.object({ promptId: z.string('promptId is required.') });

/** Query fields with the state of a page. */
const PAGE_FIELDS: ReadonlySet<string> = new Set(['category', 'sort', 'pair']);

/** Each returns the address that the browser goes to next. */
const RUN: Record<PlaygroundIntent, (act: PlaygroundForm) => Promise<string>> = {
  send: sendPrompt,
  stop,
  repeat,
  best,
  reveal,
  continue: openInChat,
  delete: remove,
};

/** Runs the action of a playground form, and redirects to the page that shows the result. */
export const actOnPlayground = pageAction({
  auth: 'user',
  counts: false,
  leadToSignIn: ({ request }) => signInFirst(request),
  read: readSent,
  acts: run,
  refuse: async ({ code, params, message, param }, { act }): Promise<Refusal> => ({
    ...(await typedIn(act)),
    error: { code, params, message, param },
  }),
});

async function readSent({ request, user, params, context }: PageRequest) {
  const { form, refusal } = await readPromptForm(request, user.id);
  const { intent: named } = readFields(form, ENVELOPE);
  const id = params.playgroundId ?? NEW_PLAYGROUND;
  const act: PlaygroundForm = {
    userId: user.id,
    requestId: context.requestId,
    address: context.clientAddress,
    playgroundId: id === NEW_PLAYGROUND ? null : id,
    form,
  };
  return { form, refusal, act, intent: PLAYGROUND_INTENTS.find((one) => one === named) };
}

async function run(sent: SentForm<never, Awaited<ReturnType<typeof readSent>>>) {
  const { user, request, form, refusal, act, intent } = sent;
  if (!intent) throw new AppError('invalid_request', { param: 'intent' });
  if (act.playgroundId !== null)
    await findPlayground(AUTOCOMMIT, { userId: user.id, playgroundId: act.playgroundId });
  assertFilesStored(refusal);
  if (intent !== 'send' && intent !== 'repeat') await consumeWriteQuota(user.id);
  if (intent === 'send' && form.has('removedFile')) return removeFile(act);
  if (intent === 'send' && form.has('estimate')) {
    const quotes = await quoteForm(act);
    return data<Refusal>({ ...(await typedIn(act)), error: null, quotes });
  }
  if (intent === 'send') assertHasInput(form, new URL(request.url));
  const unconfirmed = intent === 'send' ? await findUnconfirmed(act, request.headers.get('cookie')) : null;
  if (unconfirmed) {
    const { quotes, totalMicro } = unconfirmed;
    const answer = { ...(await typedIn(act)), error: null, quotes, confirmMicro: totalMicro.toString() };
    return data<Refusal>(answer);
  }
  const headers = new Headers();
  const cookie = intent === 'send' && confirmedCookie(form);
  if (cookie) headers.append('set-cookie', cookie);
  return redirect(onSamePage(await RUN[intent](act), request), { headers });
}

/** @throws AppError for `files` when an image or a video of an image or a video is requested without one */
function assertHasInput(form: FormData, { searchParams }: URL): void {
  const [, kind] = /^(image|video)-to-(?:image|video)$/.exec(searchParams.get('category') ?? '') ?? [];
  if (kind === undefined || form.has('files')) return;
  throw new AppError('invalid_request', {
    param: 'files',
    message: `Add ${kind === 'image' ? 'an' : 'a'} ${kind} first.`,
  });
}

/**
 * Removes a file that was to be sent with a prompt, and shows the rest of the prompt again. A file that the user
 * uploaded is deleted.
 */
async function removeFile(act: PlaygroundForm) {
  const { userId, form } = act;
  const { removedFile: id } = readFields(form, REMOVED);
  const file = isId(id) ? await findFile(AUTOCOMMIT, { userId, id }) : null;
  if (!file || (file.source === 'upload' && !(await deleteFile({ userId, id }))))
    throw new AppError('not_found', { param: 'removedFile' });
  const typed = await typedIn(act);
  const files = typed.files.filter(({ file_id: one }) => one !== id);
  return data<Refusal>({ ...typed, files, error: null });
}

/** Returns the values of a form, to be shown again. */
async function typedIn({ userId, form }: PlaygroundForm): Promise<Omit<Refusal, 'error'>> {
  const { intent, text = '' } = readFields(form, ENVELOPE);
  return {
    isPrompt: intent === 'send',
    text,
    options: typedOptions(form),
    isBlind: form.has('blind'),
    files: await viewSent(form, userId),
    quotes: null,
    confirmMicro: null,
  };
}

/** Keeps the selection of a page after one of its forms. */
function onSamePage(path: string, { url }: Request): string {
  const [place = '', fragment] = path.split('#');
  if (!place.startsWith('/playground/') || place.endsWith(`/${NEW_PLAYGROUND}`)) return path;
  const chosen = [...new URL(url).searchParams].filter(([name]) => PAGE_FIELDS.has(name));
  const search = chosen.length === 0 ? '' : `?${new URLSearchParams(chosen)}`;
  return `${place}${search}${fragment === undefined ? '' : `#${fragment}`}`;
}

async function stop(act: PlaygroundForm): Promise<string> {
  const { playgroundId } = shown(act);
  const { cellId } = readFields(act.form, STOP);
  if (cellId !== undefined) await findCell(AUTOCOMMIT, { userId: act.userId, playgroundId, cellId });
  await stopCells(AUTOCOMMIT, { userId: act.userId, playgroundId, cellId: cellId ?? null });
  return `/playground/${playgroundId}${cellId === undefined ? '' : `#c-${cellId}`}`;
}

async function repeat(act: PlaygroundForm): Promise<string> {
  const { userId, requestId, address } = act;
  const { playgroundId, cellId } = { ...shown(act), ...readFields(act.form, CELL) };
  await findCell(AUTOCOMMIT, { userId, playgroundId, cellId });
  await consumeQuota({ userId, keyId: null, address });
  const { promptId } = await repeatCell({ userId, requestId, playgroundId, cellId });
  return `/playground/${playgroundId}#p-${promptId}`;
}

async function best(act: PlaygroundForm): Promise<string> {
  const at = { userId: act.userId, ...shown(act), ...readFields(act.form, CELL) };
  const { promptId } = await findCell(AUTOCOMMIT, at);
  await chooseBest(AUTOCOMMIT, { promptId, cellId: at.cellId });
  return changed(at, promptId);
}

async function reveal(act: PlaygroundForm): Promise<string> {
  const at = { userId: act.userId, ...shown(act), ...readFields(act.form, PROMPT) };
  await findPrompt(AUTOCOMMIT, at);
  await revealNames(AUTOCOMMIT, at.promptId);
  return changed(at, at.promptId);
}

async function changed(
  { userId, playgroundId }: { userId: string; playgroundId: string },
  promptId: string,
): Promise<string> {
  await publishUserEvents(userId, [{ type: 'playground', playgroundId, change: 'changed' }]);
  return `/playground/${playgroundId}#p-${promptId}`;
}

async function openInChat(act: PlaygroundForm): Promise<string> {
  const at = { userId: act.userId, ...shown(act), ...readFields(act.form, CELL) };
  return `/chat/${await continueInChat(at)}#latest`;
}

async function remove(act: PlaygroundForm): Promise<string> {
  const at = { userId: act.userId, ...shown(act) };
  await stopCells(AUTOCOMMIT, { ...at, cellId: null });
  await transaction((tx) => deletePlayground(tx, at));
  await deleteExpiredFilesOf(act.userId);
  await publishUserEvents(act.userId, [
    { type: 'playground', playgroundId: at.playgroundId, change: 'deleted' },
  ]);
  return `/playground/${NEW_PLAYGROUND}`;
}

function shown({ playgroundId }: PlaygroundForm): { playgroundId: string } {
  if (playgroundId === null) throw new AppError('not_found', { param: 'conversationId' });
  return { playgroundId };
}

/**
 * Begins a chat conversation with the model of an answer and its exchange so far, images and videos included.
 * @returns the id of the conversation
 * @throws AppError not_found, model_not_found for a model that the chat does not have, conflict without an
 * answer
 */
async function continueInChat(at: { userId: string; playgroundId: string; cellId: string }): Promise<string> {
  const { userId, playgroundId } = at;
  const cell = await findCell(AUTOCOMMIT, at);
  const { position } = await findPrompt(AUTOCOMMIT, { ...at, promptId: cell.promptId });
  const model = await findReplyModel(AUTOCOMMIT, cell.model);
  const before = await readHistory(AUTOCOMMIT, { ...cell, playgroundId, before: position + 1 });
  const { generationId, promptId } = cell;
  const made = await filesOfGenerations(AUTOCOMMIT, { userId, generationIds: [generationId] });
  const sent = await readPromptFiles(AUTOCOMMIT, { userId, promptIds: [promptId] });
  const idsOf = (files: readonly { id: string }[] = []) => files.map(({ id }) => id);
  const turns = before
    .map((turn): CopiedTurn =>
      turn.promptId === promptId
        ? {
            ...turn,
            promptFiles: idsOf(sent.get(promptId)?.files),
            answer: cell.text,
            answerFiles: idsOf(made.get(generationId)),
          }
        : turn,
    )
    .filter(({ answer, answerFiles = [] }) => answer !== '' || answerFiles.length > 0);
  if (turns.length === 0) throw new AppError('conflict', { param: 'cellId' });
  const { endpoint } = model;
  const facts = factsOf(endpoint);
  if (!facts) throw new AppError('model_not_found', { param: 'model' });
  return transaction((tx) =>
    copyTurns(tx, { userId, endpoint, model: model.id, sender: facts.sender, turns }),
  );
}

/**
 * Redirects a visitor to the sign-in, and from there back to the playground with the prompt and the
 * selection.
 */
async function signInFirst(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const text = (await readForm(request)).get(PROMPT_FIELD);
  searchParams.delete(PROMPT_FIELD);
  searchParams.delete('_data');
  if (typeof text === 'string' && text.trim() !== '') searchParams.set(PROMPT_FIELD, beginningOf(text));
  const back = `${pathname}?${searchParams.toString()}`;
  return redirect(`/login?redirectTo=${encodeURIComponent(back)}`, 303);
}
