import { redirect } from '@remix-run/node';
import { AppError } from '#app/contracts/errors.ts';
import { conversationsRead, messagesRead, type ImportReport as Stored } from '#app/core/imports/report.ts';
import {
  findImport,
  hasOpenImport,
  listImports,
  type StoredImport,
} from '#app/core/imports/stored-imports.ts';
import { maxUploadBytes, storeUpload, takeUpload } from '#app/core/imports/uploads.ts';
import { config } from '#app/core/platform/config.ts';
import { readFilesForm } from '#app/http/body/files-form.ts';
import type { ArrivingFile } from '#app/http/body/multipart.ts';
import { pageAction } from '#app/http/page/page-action.ts';
import { pageLoader, type PageRequest } from '#app/http/page/page-loader.ts';
import { pageTexts } from '#app/ui/i18n/texts.server.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import {
  IMPORT_FIELD,
  importHref,
  type ImportAnswer,
  type ImportData,
  type ImportLine,
  type ImportsData,
} from './import-data.ts';
import type { ImportReport, ReasonKey, ReportReason } from './report-view.ts';

/** The names of the products, which no language translates. */
const PRODUCTS = {
  parlance: () => config().APP_TITLE,
  chatgpt: () => 'ChatGPT',
  claude: () => 'Claude',
  librechat: () => 'LibreChat',
  openwebui: () => 'Open WebUI',
};

/** The form for an upload, and the newest imports of the caller. */
export const loadImports = pageLoader({ auth: 'user' }, async ({ user, request }) => {
  const [stored, isOpen, texts] = await Promise.all([
    listImports(AUTOCOMMIT, user.id),
    hasOpenImport(AUTOCOMMIT, user.id),
    pageTexts(request, 'imports'),
  ]);
  const imports: ImportsData = { lines: stored.map(viewLine), maxMb: config().IMPORT_MAX_MB, isOpen };
  return { imports, texts };
});

/** One import of the caller, with its counts so far. */
export const loadImport = pageLoader({ auth: 'user' }, async ({ user, request, params }) => {
  const [stored, texts] = await Promise.all([
    findImport(AUTOCOMMIT, { userId: user.id, importId: params.importId ?? '' }),
    pageTexts(request, 'imports'),
  ]);
  const data: ImportData = { line: viewLine(stored), report: viewReport(stored.report) };
  return { ...data, texts };
});

/** Stores the upload while it arrives, and shows the page of its import. */
export const actOnImports = pageAction({
  auth: 'user',
  counts: false,
  texts: 'imports',
  read: readUpload,
  acts: async ({ results: [file] }) => {
    if (!file) throw new AppError('invalid_file', { param: IMPORT_FIELD });
    if (file.status === 'rejected') throw file.reason;
    return redirect(importHref(file.value));
  },
  refuse: (error, { t }): ImportAnswer | null => {
    const { code, params } = error;
    if (code === 'file_too_large') return { error: t('error.tooLarge', { max: params.max ?? 0 }) };
    if (code === 'invalid_file') return { error: t('error.empty') };
    if (code === 'conflict') return { error: t('error.open') };
    if (code === 'too_many_tries') return { error: t('error.tooMany') };
    return code === 'unavailable' ? { error: t('error.unavailable') } : null;
  },
});

/** Reads the form to its end also if the upload is refused, so that the browser shows the reason. */
async function readUpload({ user, request }: PageRequest) {
  const refusal = await takeUpload(user.id).then(
    () => null,
    (error: Error) => error,
  );
  return readFilesForm(request, {
    field: IMPORT_FIELD,
    maxFiles: 1,
    maxBytes: maxUploadBytes(),
    async consume({ name, content }: ArrivingFile) {
      if (refusal) throw refusal;
      return storeUpload({ userId: user.id, name }, content);
    },
  });
}

function viewLine({ id, state, fileName, bytes, report, createdAt }: StoredImport): ImportLine {
  const { created, extended } = report.conversations;
  return { id, state, fileName, bytes, stored: created + extended, createdAt: createdAt.toISOString() };
}

function viewReport(stored: Stored): ImportReport {
  const { sources, conversations, messages, notes, problems, otherFiles, examples } = stored;
  const [chatsRead, readMessages] = [conversationsRead(stored), messagesRead(stored)];
  const { created, extended, present } = conversations;
  const reasonsOf = (kind: string, counts: Record<string, number | undefined>): ReportReason[] =>
    Object.entries(counts).map(([name, count = 0]) => ({
      reason: `${kind}.${name}` as ReasonKey,
      count,
      examples:
        (kind === 'chat' || kind === 'file' ? examples[name as keyof typeof examples] : undefined) ?? [],
    }));
  return {
    sources: Object.keys(sources).map((name) => PRODUCTS[name as keyof typeof PRODUCTS]()),
    chats: { read: chatsRead, created, extended, present, omitted: chatsRead - created - extended - present },
    messages: {
      read: readMessages,
      created: messages.created,
      present: messages.present,
      omitted: readMessages - messages.created - messages.present,
    },
    reasons: [
      ...reasonsOf('file', problems),
      ...reasonsOf('chat', conversations.omitted),
      ...reasonsOf('message', messages.omitted),
      ...reasonsOf('note', notes),
      ...(otherFiles > 0 ? reasonsOf('file', { other: otherFiles }) : []),
    ],
  };
}
