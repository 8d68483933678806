import { NESTED_MAX, readExportOptions } from '#app/contracts/exports/export-options.ts';
import { findConversation } from '#app/core/conversations/conversations.ts';
import { pageLoader } from '#app/http/page/page-loader.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { ExportData } from './export-data.ts';

/**
 * Loads the page of an export with the choices of its query, which also fills the dialog.
 * @throws Response 404 for a conversation that does not exist or belongs to another user
 */
export const loadExport = pageLoader({ auth: 'user' }, async ({ user, url, params }) => {
  const conversation = await findConversation(AUTOCOMMIT, {
    userId: user.id,
    conversationId: params.conversationId ?? '',
  });
  const data: ExportData = {
    conversationId: conversation.id,
    title: conversation.title,
    options: readExportOptions(url.searchParams),
    problem: url.searchParams.get('problem') === 'order' ? { field: 'order', max: NESTED_MAX } : null,
  };
  return data;
});
