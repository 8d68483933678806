import { AppError } from '#app/contracts/errors.ts';
import { findContent } from '#app/core/call-contents/call-contents.ts';
import { viewContent, type ContentOutput } from '#app/core/call-contents/content-view.ts';
import { errorResponse } from '#app/http/error-response.ts';
import { pageLoader } from '#app/http/page/page-loader.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { ContentData } from './receipt-data.ts';

/** The maximum length of a text on the page, in UTF-16 units; the file has the rest. */
const MAX_SHOWN = 20_000;

interface Owned {
  id: string;
  userId: string;
}

const pretty = (value: unknown) => JSON.stringify(value, null, 2);

/**
 * GET /usage/receipts/:generationId/content.json: the stored body and answer of the caller's call, as a file.
 */
export const contentFileCall = pageLoader({ auth: 'user' }, async ({ user, params }) => {
  const id = params.generationId ?? '';
  const file = await contentFile({ id, userId: user.id });
  if (file === null) return errorResponse(new AppError('not_found'));
  return new Response(file, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="call-${id}.json"`,
      'x-content-type-options': 'nosniff',
    },
  });
});

/** The stored content of a call for its receipt; null if none is stored. */
export async function contentOf(owned: Owned): Promise<ContentData | null> {
  const content = await findContent(AUTOCOMMIT, owned);
  if (!content) return null;
  const { input, output } = viewContent(content);
  return { request: shorten(pretty(input)), answer: output.state === null ? null : shorten(textOf(output)) };
}

/** The whole content, as the text of a JSON file. */
async function contentFile(owned: Owned): Promise<string | null> {
  const content = await findContent(AUTOCOMMIT, owned);
  return content && pretty(viewContent(content));
}

/** An answer that is only text is shown as plain text. */
function textOf(output: ContentOutput): string {
  const [first, ...others] = output.choices;
  const isPlain =
    first && others.length === 0 && !first.reasoning && !first.refusal && first.tool_calls.length === 0;
  return isPlain ? first.content : pretty(output);
}

function shorten(text: string): string {
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN).replace(/[\ud800-\udbff]$/, '')}…`;
}
