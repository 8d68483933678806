import { fileNameOf } from '#app/contracts/exports/export-options.ts';
import type { FileView } from '#app/contracts/files/file-view.ts';
import { pageConversations } from '#app/core/conversations/conversations.ts';
import { files } from '#app/core/files/files.ts';
import { pageFiles } from '#app/core/files/records/owned-files.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { writeConversation, type ExportedConversation } from '../conversation-file.ts';
import type { ExportWords } from '../conversation-text.ts';
import type { ZipEntry } from './zip-stream.ts';

/** Names the shape of the archive, for imports; see README.md. */
const ARCHIVE_FORMAT = 'parlance-archive';
const ARCHIVE_VERSION = 1;

/** Rows that are read at a time. */
const CHATS = 100;
const FILES = 200;

const EVERYTHING = {
  hasOptions: true,
  hasBranches: true,
  isRecursive: false,
  guardsFormulas: false,
} as const;

interface ArchiveOwner {
  userId: string;
  words: ExportWords;
  at: Date;
}

/**
 * Yields the files of an archive: each chat as JSON with all its branches and as Markdown, then the user's files,
 * then a list of counts, which marks the archive as complete. Nothing is read before it is written.
 * @param onChat called before each chat with the number of chats before it
 */
export async function* archiveEntries(
  { userId, words, at }: ArchiveOwner,
  onChat: (chats: number) => void,
): AsyncGenerator<ZipEntry> {
  let chats = 0;
  for (let after = '', isLast = false; !isLast;) {
    const page = await pageConversations(AUTOCOMMIT, { userId, after, max: CHATS });
    for (const { options, ...conversation } of page) {
      onChat(chats);
      chats += 1;
      yield* chatEntries(
        { ...conversation, options: options === null ? null : JSON.stringify(options) },
        { words, at },
      );
    }
    after = page.at(-1)?.id ?? '';
    isLast = page.length < CHATS;
  }
  onChat(chats);
  const counts = { files: 0, missing: [] as string[] };
  yield* fileEntries(userId, counts);
  const facts = { format: ARCHIVE_FORMAT, version: ARCHIVE_VERSION, exportAt: at, chats, ...counts };
  yield { name: 'archive.json', at, content: once(`${JSON.stringify(facts)}\n`), isCompressible: false };
}

async function* chatEntries(
  conversation: ExportedConversation,
  { words, at }: Pick<ArchiveOwner, 'words' | 'at'>,
): AsyncGenerator<ZipEntry> {
  const { id, title, createdAt, updatedAt } = conversation;
  // The end of the id makes the name unique; the beginning is the time.
  const name = (extension: string) =>
    `chats/${createdAt.toISOString().slice(0, 10)} ${id.slice(-12)} ${fileNameOf(title, extension)}`;
  const write = (type: 'json' | 'markdown') =>
    writeConversation(AUTOCOMMIT, {
      conversation,
      options: { ...EVERYTHING, type },
      words,
      hrefOf: (file) => `../files/${storedName(file)}`,
      at,
    });
  yield { name: name('json'), at: updatedAt, content: await write('json'), isCompressible: true };
  yield { name: name('md'), at: updatedAt, content: await write('markdown'), isCompressible: true };
}

async function* fileEntries(
  userId: string,
  counts: { files: number; missing: string[] },
): AsyncGenerator<ZipEntry> {
  const store = await files();
  for (let after = '', isLast = false; !isLast;) {
    const page = await pageFiles(AUTOCOMMIT, { userId, after, max: FILES });
    for (const { id, name, objectName, createdAt } of page) {
      const content = await store.open(objectName);
      if (!content) {
        counts.missing.push(id);
        continue;
      }
      counts.files += 1;
      const place = `files/${storedName({ file_id: id, filename: name })}`;
      yield { name: place, at: createdAt, content, isCompressible: false };
    }
    after = page.at(-1)?.id ?? '';
    isLast = page.length < FILES;
  }
}

/** The name of a file in the archive: its id makes it unique. */
function storedName({ file_id: id, filename }: Pick<FileView, 'file_id' | 'filename'>): string {
  const [, base = filename, extension = 'bin'] = /^(.*)\.(\w{1,10})$/s.exec(filename) ?? [];
  return `${id} ${fileNameOf(base, extension)}`;
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}
