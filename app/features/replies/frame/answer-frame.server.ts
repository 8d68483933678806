import type { AppLoadContext } from '@remix-run/node';
import type { i18n } from 'i18next';
import { AppError } from '#app/contracts/errors.ts';
import { readCursor, type ReplyEnd } from '#app/contracts/generation.ts';
import { readMediaProgress } from '#app/core/generation/report/replies.ts';
import { readReply } from '#app/core/generation/stream/reader.ts';
import { config } from '#app/core/platform/config.ts';
import { findCellRun } from '#app/core/targets/cell.ts';
import { findGeneration } from '#app/core/targets/message/runs.ts';
import { findReader } from '#app/http/page/page-caller.ts';
import { errorHeaders } from '#app/http/error-response.ts';
import { streamResponse } from '#app/http/response/stream-response.ts';
import type { Answer } from '#app/http/response/written-response.ts';
import { failureWords } from '#app/ui/errors/failure-words.ts';
import { createI18n } from '#app/ui/i18n/create.ts';
import { detectLocale } from '#app/ui/i18n/detect.server.ts';
import { directionOf } from '#app/ui/i18n/languages.ts';
import { textsOf } from '#app/ui/i18n/texts.server.ts';
import { readPreferences } from '#app/ui/preferences/preferences.ts';
import appStyles from '#app/ui/styles/app.css?url';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { growth } from '../growth.ts';
import {
  againLink,
  createFrameBody,
  failureCard,
  finishedLink,
  FRAME_MAIN,
  FRAME_TAIL,
  frameHead,
  note,
  stopBar,
  topLink,
  waitingNote,
  type BlockRenderer,
} from './frame-page.ts';
import frameStyles from './frame.css?url';
import { progressText, withProgress } from './making-progress.server.ts';

/** The texts of a language, from all namespaces. */
type Texts = i18n['t'];

interface FrameCall {
  request: Request;
  context: AppLoadContext;
  generationId: string;
  /** Creates the renderer for a language's texts and a user's reply. */
  rendererFor: (t: Texts, userId: string) => BlockRenderer;
  /** Additional style sheets for the rendered text. */
  styles?: string[];
}

/** Minimum time between two writes, in milliseconds: short enough to look continuous. */
const PAUSE_MS = 100;
const HTML = { 'content-type': 'text/html; charset=utf-8' };

/**
 * The growing reply for a browser without scripts: an HTML document that is written while the reply grows.
 * Written by hand, since React could only write it as a whole. Begins where the surrounding page ends
 * (`?from=`, a cursor), else with everything so far; a reload begins there again.
 */
export async function answerFrame(call: FrameCall): Promise<Answer> {
  const { request, context, generationId } = call;
  const language = await detectLocale(request);
  const t = createI18n(language, textsOf(language)).t;
  const head = frameHead({
    language,
    direction: directionOf(language),
    theme: readPreferences(request.headers.get('cookie')).theme,
    title: t('replies:frame.title'),
    styles: [appStyles, ...(call.styles ?? []), frameStyles],
  });
  const refuse = (status: number, body: string) =>
    new Response(head + FRAME_MAIN + body + FRAME_TAIL, {
      status,
      headers: { ...HTML, 'cache-control': 'no-store' },
    });
  const { pathname, search, searchParams } = new URL(request.url);

  const reader = await findReader(request, context).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'too_many_streams') return error;
    throw error;
  });
  if (reader instanceof AppError) {
    const headers = { ...errorHeaders(reader), ...HTML };
    const body = note(t('errors:too_many_streams')) + againLink(pathname + search, t('replies:frame.again'));
    return new Response(head + FRAME_MAIN + body, { status: reader.status, headers });
  }
  if (!reader) return refuse(401, topLink('/login', t('replies:frame.signIn')));
  const reply = await findOwn(reader.user.id, generationId);
  if (!reply)
    return refuse(404, note(t('replies:frame.missing')) + topLink('/chat/new', t('replies:frame.home')));

  const cursor = readCursor(searchParams.get('from'));
  const pollMaking = async () => (await readMediaProgress(AUTOCOMMIT, [generationId])).get(generationId);
  const making = await pollMaking();
  const waiting = making ? progressText(making, t) : t('replies:frame.waiting');
  const { page, action, fields } = reply;
  const wayOut = finishedLink(page, t('replies:frame.finished'));
  const bar = stopBar({
    action,
    fields,
    stop: t('chat:composer.stop'),
    sending: t('chat:composer.sending'),
  });
  return streamResponse({
    context: reader.context,
    headers: HTML,
    heartbeat: '<!-- -->',
    lastPiece: () => againLink(pathname + search, t('replies:frame.again')),
    async *produce({ signal }) {
      yield head + bar + FRAME_MAIN + (cursor.text === 0 ? waitingNote(waiting) : '');
      const body = createFrameBody(call.rendererFor(t, reader.user.id), t('replies:frame.thinking'));
      const source = readReply({ generationId, cursor, signal });
      let hasText = cursor.text > 0;
      const grown = growth(source, () => PAUSE_MS);
      const progressLine = async () => progressText((await pollMaking()) ?? making!, t);
      for await (const more of making ? withProgress(grown, progressLine, waiting) : grown) {
        if ('line' in more) {
          yield waitingNote(more.line);
          continue;
        }
        const { text, thinking, end } = more;
        hasText ||= text !== '';
        if (thinking) yield body.addThinking(thinking);
        if (end) yield (await body.end(text)) + remark(end, hasText, t) + wayOut + FRAME_TAIL;
        else if (text) yield await body.addText(text);
      }
    },
  });
}

/** The page around a frame, and the form that stops its reply. */
interface FramedReply {
  page: string;
  action: string;
  fields: Record<string, string>;
}

async function findOwn(userId: string, generationId: string): Promise<FramedReply | null> {
  const cell = await findCellRun(AUTOCOMMIT, { userId, generationId });
  if (cell) {
    const { playgroundId, cellId } = cell;
    const action = `/playground/${playgroundId}`;
    return { page: `${action}?reply=${generationId}#c-${cellId}`, action, fields: { cellId } };
  }
  try {
    const { conversationId } = await findGeneration(AUTOCOMMIT, { userId, generationId });
    const action = `/chat/${conversationId}`;
    // With its own query: when only the fragment of an address changes, a browser scrolls without loading.
    return { page: `${action}?reply=${generationId}#latest`, action, fields: {} };
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
}

/** The note or the card about the way a reply ended; '' if it is complete. */
function remark({ state, errorCode, errorDetail, costMicro }: ReplyEnd, hasText: boolean, t: Texts): string {
  if (state === 'stopped') return note(t('replies:frame.stopped'));
  if (errorCode === null) return state === 'interrupted' ? note(t('replies:frame.unfinished')) : '';
  const failure = { code: errorCode, detail: errorDetail, costMicro, hasText };
  return failureCard(failureWords(t, failure, config().APP_TITLE));
}
