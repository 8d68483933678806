import { fileNameOf } from '#app/contracts/exports/export-options.ts';
import { findConversation } from '#app/core/conversations/conversations.ts';
import { readMessages, type ExportSource } from '#app/core/exports/exported-messages.ts';
import { consumeWriteQuota } from '#app/core/limits/quotas.ts';
import { errorResponse, toAppError } from '#app/http/error-response.ts';
import { pageLoader } from '#app/http/page/page-loader.ts';
import { chunkedResponse } from '#app/http/response/chunked-response.ts';
import { disposition } from '#app/http/response/file-answer.ts';
import { detectLocale } from '#app/ui/i18n/detect.server.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { takeExportSlot } from '../export-slots.server.ts';
import { createPrintWriter, type PrintWriter } from './print-writer.server.tsx';

/** Max messages whose HTML is in memory at a time. */
const BATCH = 50;

/**
 * GET /chat/:conversationId/print: the whole chat as one page without frame, to print or to save as a PDF;
 * `?branches` for the messages of all branches, `?bare` without the bar for a screenshot. Written by hand and in
 * pieces, since React could only write it as a whole.
 */
export const printCall = pageLoader({ auth: 'user' }, async ({ user, request, url, params, context }) => {
  try {
    const conversation = await findConversation(AUTOCOMMIT, {
      userId: user.id,
      conversationId: params.conversationId ?? '',
    });
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      // Browsers suggest it as the name of the PDF.
      'content-disposition': disposition('inline', fileNameOf(conversation.title, 'html')),
    };
    if (request.method === 'HEAD') return new Response(null, { headers });
    await consumeWriteQuota(user.id);
    const hasBranches = url.searchParams.has('branches');
    const writer = createPrintWriter({
      language: await detectLocale(request),
      title: conversation.title,
      conversationId: conversation.id,
      hasBranches,
      isBare: url.searchParams.has('bare'),
      nonce: context.nonce,
      owner: user.id,
    });
    const pieces = writePage(conversation, writer, hasBranches);
    return chunkedResponse({ headers, pieces, onEnd: takeExportSlot(user.id) });
  } catch (error) {
    return errorResponse(toAppError(error, context.requestId));
  }
});

async function* writePage(
  source: ExportSource,
  writer: PrintWriter,
  hasBranches: boolean,
): AsyncGenerator<string> {
  yield writer.head();
  for await (const page of readMessages(AUTOCOMMIT, source, hasBranches))
    for (let at = 0; at < page.length; at += BATCH) yield await writer.messages(page.slice(at, at + BATCH));
  yield writer.tail();
}
