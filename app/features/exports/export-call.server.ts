import { redirect } from '@remix-run/node';
import {
  EXPORT_TYPES,
  extensionOf,
  fileNameOf,
  isExportType,
  readExportOptions,
  type ExportOptions,
  type FileType,
} from '#app/contracts/exports/export-options.ts';
import { exportPagePath, printPath } from '#app/contracts/exports/export-paths.ts';
import { AppError } from '#app/contracts/errors.ts';
import { filePath } from '#app/contracts/files/file-path.ts';
import { findConversation } from '#app/core/conversations/conversations.ts';
import { writeConversation, type ExportedConversation } from '#app/core/exports/conversation-file.ts';
import { consumeWriteQuota } from '#app/core/limits/quotas.ts';
import { appUrl } from '#app/core/platform/addresses/app-url.ts';
import { errorResponse, toAppError } from '#app/http/error-response.ts';
import { pageLoader } from '#app/http/page/page-loader.ts';
import { chunkedResponse } from '#app/http/response/chunked-response.ts';
import { disposition } from '#app/http/response/file-answer.ts';
import type { Answer } from '#app/http/response/written-response.ts';
import { translateFor } from '#app/ui/i18n/texts.server.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { takeExportSlot } from './export-slots.server.ts';

const TYPES: Record<FileType, string> = {
  text: 'text/plain; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
  json: 'application/json',
  csv: 'text/csv; charset=utf-8',
};

interface FileRequest {
  conversation: ExportedConversation;
  options: ExportOptions & { type: FileType };
  userId: string;
  request: Request;
}

/**
 * GET /chat/:conversationId/export/file: the chat as a file, streamed while it is read. It counts as a change
 * against the limits. A browser gets the page of the export back for choices that are not possible, and the page
 * to print for an image, which only scripts can draw.
 */
export const exportFileCall = pageLoader(
  { auth: 'user' },
  async ({ user, request, url, params, context }) => {
    const conversationId = params.conversationId ?? '';
    try {
      const conversation = await findConversation(AUTOCOMMIT, { userId: user.id, conversationId });
      if (!isExportType(url.searchParams.get('type'))) throw unknownType();
      const options = readExportOptions(url.searchParams);
      const { type } = options;
      if (type === 'screenshot') return redirect(printPath(conversationId), 303);
      return await answerExport({ conversation, options: { ...options, type }, userId: user.id, request });
    } catch (thrown) {
      const error = toAppError(thrown, context.requestId);
      const isForm = error.param === 'order' && (request.headers.get('accept') ?? '').includes('text/html');
      if (!isForm) return errorResponse(error);
      url.searchParams.set('problem', error.param ?? '');
      return redirect(`${exportPagePath(conversationId)}?${url.searchParams.toString()}`, 303);
    }
  },
);

async function answerExport({ conversation, options, userId, request }: FileRequest): Promise<Answer> {
  const t = await translateFor(request, 'exports');
  const { type } = options;
  const isHead = request.method === 'HEAD';
  if (!isHead) await consumeWriteQuota(userId);
  const release = takeExportSlot(userId);
  try {
    const pieces = await writeConversation(AUTOCOMMIT, {
      conversation,
      options,
      words: {
        you: t('words.you'),
        unfinished: t('words.unfinished'),
        stopped: t('words.stopped'),
        failed: t('words.failed'),
      },
      hrefOf: ({ file_id: id }) => `${appUrl()}${filePath(id)}`,
      at: new Date(),
    });
    const name = fileNameOf(options.name || conversation.title, extensionOf(type));
    const headers = {
      'content-type': TYPES[type],
      'content-disposition': disposition('attachment', name),
    };
    if (!isHead) return chunkedResponse({ headers, pieces, onEnd: release });
    release();
    return new Response(null, { headers });
  } catch (error) {
    release();
    throw error;
  }
}

function unknownType(): AppError {
  return new AppError('invalid_request', {
    param: 'type',
    message: `type: one of ${EXPORT_TYPES.join(', ')} is expected.`,
  });
}
