import { redirect } from '@remix-run/node';
import { z } from 'zod';
import {
  FOLDERS_MAX,
  FOLDERS_PATH,
  FOLDER_NAME_MAX,
  folderPath,
  type Folder,
} from '#app/contracts/folders.ts';
import { findConversation, listConversations } from '#app/core/conversations/conversations.ts';
import {
  createFolder,
  deleteFolder,
  findFolder,
  listFolders,
  renameFolder,
} from '#app/core/conversations/folders.ts';
import { placeConversation } from '#app/core/conversations/order.ts';
import { publishUserEvents } from '#app/core/realtime/user-events.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import { pageAction, type SentForm } from '#app/http/page/page-action.ts';
import { redirectWithToast, submitForm, type PageAnswer } from '#app/http/page/page-answers.ts';
import { pageLoader, type PageRequest } from '#app/http/page/page-loader.ts';
import { pageTexts } from '#app/ui/i18n/texts.server.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import type { FolderAnswer, FolderData, MoveData } from './folder-data.ts';

type Sent = SentForm<'folders'>;

const TARGET = z.object({ folderId: z.string().default('') });
const CHAT = z.object({ conversationId: z.string().default('') });

/** Loads all folders of the caller. */
export const loadFolders = pageLoader({ auth: 'user' }, async ({ user, request }) => ({
  folders: await listFolders(AUTOCOMMIT, user.id),
  texts: await pageTexts(request, 'folders'),
}));

/** Loads a folder and a page of its chats. */
export const loadFolder = pageLoader({ auth: 'user' }, async (page) => {
  const { user, request, url } = page;
  const named = folderOf(page);
  const folder = await findFolder(AUTOCOMMIT, named);
  const chats = await listConversations(AUTOCOMMIT, {
    userId: user.id,
    place: { folderId: folder.folderId },
    cursor: url.searchParams.get('after'),
  });
  const shown: FolderData = { folder, ...chats };
  return { shown, texts: await pageTexts(request, 'folders') };
});

/** Loads the folders that a chat can be moved to. */
export const loadMove = pageLoader({ auth: 'user' }, async (page) => {
  const { user, request } = page;
  const { id, title, folderId } = await findConversation(AUTOCOMMIT, chatOf(page));
  const folders = await listFolders(AUTOCOMMIT, user.id);
  const move: MoveData = { conversationId: id, title, folderId, folders };
  return { move, texts: await pageTexts(request, 'folders') };
});

const refuse = (
  { code, param }: { code: string; param: string | null },
  { t }: Sent,
): FolderAnswer | null => {
  if (code === 'conflict') return { error: t('error.full', { max: FOLDERS_MAX }) };
  // The folder was deleted in another tab meanwhile.
  return code === 'not_found' && param === 'folderId' ? { error: t('error.gone') } : null;
};

/** Runs the form of the page of all folders: it creates one. */
export const actOnFolders = pageAction({
  auth: 'user',
  texts: 'folders',
  acts: { create: (sent: Sent) => create(sent, async ({ folderId }) => folderPath(folderId)) },
  refuse,
});

/** Runs the form of a folder's page whose button was pressed, named by `act`. */
export const actOnFolder = pageAction({
  auth: 'user',
  texts: 'folders',
  acts: { rename, delete: remove, release },
  refuse,
});

/** Runs a form of the page that moves a chat. */
export const actOnMove = pageAction({
  auth: 'user',
  texts: 'folders',
  acts: { move: moveToFolder, create: createAndMove },
  refuse,
});

function folderOf({ user, params }: Pick<PageRequest, 'user' | 'params'>) {
  return { userId: user.id, folderId: String(params.folderId) };
}

function chatOf({ user, params }: Pick<PageRequest, 'user' | 'params'>) {
  return { userId: user.id, conversationId: String(params.conversationId) };
}

function nameRules(t: Sent['t']) {
  const error = t('error.name', { max: FOLDER_NAME_MAX });
  return z.object({ name: z.string(error).trim().min(1, error).max(FOLDER_NAME_MAX, error) });
}

/** @param use takes the new folder, and returns the address of the next page */
async function create({ form, user, t }: Sent, use: (folder: Folder) => Promise<string>) {
  return submitForm(form, nameRules(t), async ({ name }) => {
    const folder = await createFolder(user.id, name);
    await publishUserEvents(user.id, [{ type: 'folders' }]);
    return redirect(await use(folder));
  });
}

async function moveToFolder(sent: Sent): Promise<Response> {
  const { folderId } = readFields(sent.form, TARGET);
  const chat = chatOf(sent);
  await move(chat, folderId === '' ? null : folderId);
  return redirectWithToast(`/chat/${chat.conversationId}`, 'folders:done.moved');
}

async function createAndMove(sent: Sent): Promise<PageAnswer<FolderAnswer>> {
  const chat = chatOf(sent);
  // Checked first: no folder is created for a chat of another user.
  await findConversation(AUTOCOMMIT, chat);
  return create(sent, async ({ folderId }) => {
    await move(chat, folderId);
    return `/chat/${chat.conversationId}`;
  });
}

async function rename(sent: Sent) {
  const named = folderOf(sent);
  return submitForm(sent.form, nameRules(sent.t), async ({ name }) => {
    await renameFolder(named, name);
    await publishUserEvents(named.userId, [{ type: 'folders' }]);
    return redirectWithToast(folderPath(named.folderId), 'folders:done.renamed');
  });
}

async function remove(sent: Sent) {
  const named = folderOf(sent);
  await deleteFolder(named);
  await publishUserEvents(named.userId, [{ type: 'folders' }]);
  return redirectWithToast(FOLDERS_PATH, 'folders:done.deleted');
}

/** Takes a chat out of the folder. */
async function release(sent: Sent) {
  const { userId, folderId } = folderOf(sent);
  await findFolder(AUTOCOMMIT, { userId, folderId });
  const { conversationId } = readFields(sent.form, CHAT);
  await move({ userId, conversationId }, null);
  return redirectWithToast(folderPath(folderId), 'folders:done.released');
}

async function move(chat: { userId: string; conversationId: string }, folderId: string | null) {
  await transaction((tx) => placeConversation(tx, { ...chat, folderId }));
  const { userId, conversationId } = chat;
  await publishUserEvents(userId, [{ type: 'conversation', conversationId, change: 'placed' }]);
}
