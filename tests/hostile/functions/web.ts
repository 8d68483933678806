import { GOOGLE } from '#app/contracts/endpoints/google.ts';
import { AppError } from '#app/contracts/errors.ts';
import { toImageOrder, toVideoOrder } from '#app/core/generation/plan/cell.ts';
import { describeAgent } from '#app/features/auth/account/describe-agent.ts';
import { toJson } from '#app/features/auth/account/download/json-list.ts';
import { loginRules } from '#app/features/auth/form/rules.server.ts';
import { safePath } from '#app/features/auth/safe-path.ts';
import {
  lastModelCookie,
  lastUsedFirst,
  readLastModels,
} from '#app/features/chat/conversation/last-model.ts';
import { createBlockSplitter } from '#app/ui/markdown/blocks.ts';
import { withModel } from '#app/features/chat/send/actions/intent-args.server.ts';
import { readOptionFields } from '#app/features/chat/send/actions/option-intents.server.ts';
import { lastPersonaCookie, readLastPersona } from '#app/features/chat/send/options/last-persona.ts';
import { nearChapters } from '#app/features/docs/near-chapters.ts';
import { readQuery, searchSections } from '#app/features/docs/search-sections.ts';
import { callFacts } from '#app/features/hub-api/answering/call-facts.server.ts';
import { TextChunks } from '#app/features/hub-api/completions-call.server.ts';
import { fromDataUrl } from '#app/features/hub-api/media/media-body.server.ts';
import { Blocks, readInput } from '#app/features/hub-api/messages/blocks.ts';
import { MessageFields } from '#app/features/hub-api/messages/chat-request.ts';
import { readFeaturedQuery } from '#app/features/landing/models/featured.ts';
import { readQuestion } from '#app/features/landing/routing/sample-route.ts';
import { pairNamed } from '#app/features/playground/server/prompt-form.server.ts';
import { firstSubcategory, namedPairs } from '#app/features/playground/server/selection.ts';
import { promptsHref, SEARCH_MAX } from '#app/features/prompts/prompts-data.ts';
import { builtInTemplates, searchTemplates } from '#app/features/prompts/templates.server.ts';
import { createFrameBody } from '#app/features/replies/frame/frame-page.ts';
import { requireEndpoint, sendBody } from '#app/features/replies/send-body.server.ts';
import { nearestInterval, readUsageQuery } from '#app/features/usage/filter/read-usage-query.ts';
import { rememberedSearch } from '#app/features/usage/filter/remembered-filter.ts';
import { noticeOf } from '#app/features/usage/filter/usage-query.ts';
import { assertBounded, findJsonError } from '#app/http/body/json-text.ts';
import { readMultipart } from '#app/http/body/multipart.ts';
import { parseJson, readForm } from '#app/http/body/read-body.ts';
import { validate } from '#app/http/body/validate.ts';
import { hostNameOf } from '#app/http/connection/incoming-request.ts';
import { isOwnRequest } from '#app/http/request-guards.ts';
import { routeClassOf } from '#app/http/request-log.ts';
import { disposition, isKnown, readRange } from '#app/http/response/file-answer.ts';
import { initialsOf } from '#app/ui/components/Avatar.tsx';
import { monogramOf, tintOf } from '#app/ui/components/MakerMark.tsx';
import { errorWords, isKnownCode, partsOf } from '#app/ui/errors/error-words.ts';
import { escapeHtml } from '#app/ui/html/escape-html.ts';
import { preferredLanguage } from '#app/ui/i18n/detect.server.ts';
import { isLanguage } from '#app/ui/i18n/languages.ts';
import { typedOptions } from '#app/ui/options/typed-options.ts';
import { isPreference, readCookie, readPreferences } from '#app/ui/preferences/preferences.ts';
import { takeFlash } from '#app/ui/toasts/flash.server.ts';
import { parseFlash } from '#app/ui/toasts/toast.ts';
import { duplicateKey } from '#db/errors.ts';
import { isGuardFailure } from '#db/optimistic-locking.ts';
import { bind } from '#db/sql.ts';
import { piecesOf, type Room } from './reads.ts';

const asKey = ((key: string) => key) as Parameters<typeof loginRules>[0] & ((key: string) => string);

const WORDS = 'What comes in a stream, and how it ends. '.repeat(200);
const SECTION = {
  slug: 'streaming',
  chapter: 'Streaming',
  heading: null,
  words: WORDS,
  inTitle: 'streaming',
  inHeading: '',
  inWords: WORDS.toLowerCase(),
};

/** A reply as written by the frame, with its blocks rendered as they are. */
async function writeFrame(text: string): Promise<string> {
  const splitter = createBlockSplitter();
  const body = createFrameBody({ ...splitter, render: async (block) => block }, 'Thinking');
  let html = '';
  for (const piece of piecesOf(text, 32)) html += body.addThinking(piece);
  for (const piece of piecesOf(text, 32)) html += await body.addText(piece);
  return html + (await body.end());
}

/** Two calls with interleaved arguments, so that one waits for the other. */
function writeBlocks(text: string): unknown {
  const blocks = new Blocks();
  const steps = piecesOf(text, 32).flatMap((piece, at) => {
    const call = {
      index: at % 2,
      id: 'a',
      type: 'function' as const,
      function: { name: 'b', arguments: piece },
    };
    return blocks.read({ type: 'delta', choice: 0, delta: { tool_calls: [call] } });
  });
  return [steps, blocks.end()];
}

export const FEATURES: Room = {
  readInput: (text) => [readInput(text), readInput(`{"a":"${text}"}`)],
  MessageFields: (text) => {
    const fields = new MessageFields([]);
    const error = new AppError('invalid_request', { param: text, message: `${text}: ${text}` });
    return [fields.name(text), fields.ofCall(error), fields.ofRun(error)];
  },
  Blocks: writeBlocks,
  TextChunks: (text) => {
    const facts = { id: 'a', created: 0, model: 'b', provider: 'c' };
    const chunks = new TextChunks({ facts, choices: 1, includeUsage: true });
    return piecesOf(text, 32).map((piece) => chunks.piece({ type: 'text', at: 0, text: piece }));
  },
  readRange: (text) => readRange(text, 100),
  isKnown: (text) => isKnown(text, '"a"'),
  fromDataUrl: (text) => fromDataUrl(`data:image/png;base64,${text}`),
  disposition: (text) => disposition('inline', text),
  pairNamed,
  toImageOrder: (text) => toImageOrder(text, { size: text, resolution: text, negative_prompt: text }, []),
  toVideoOrder: (text) => toVideoOrder(text, { size: text, resolution: text, negative_prompt: text }),
  namedPairs: (text) => namedPairs([], [text, ...piecesOf(text, 32)]),
  firstSubcategory: (text) => firstSubcategory(() => [], [text, ...piecesOf(text, 32)]),
  readQuery,
  searchSections: (text) => searchSections([SECTION], text),
  nearChapters: (text) => nearChapters([{ slug: 'structured-output' }], text),
  safePath,
  describeAgent,
  'toJson, of rows of one’s data': (text) => toJson({ text }),
  'loginRules, an address': (text) => loginRules(asKey).safeParse({ email: `a@${text}`, password: text }),
  readLastModels,
  readLastPersona: (text) => readLastPersona(`lastBingSettings=${text}`),
  lastPersonaCookie: (text) => lastPersonaCookie({ toneStyle: text }),
  lastModelCookie: (text) => lastModelCookie(text, 'openAI', 'maker/model'),
  lastUsedFirst: (text) =>
    lastUsedFirst([{ id: 'maker/model' }], readLastModels(`lastSelectedModel=${text}`)),
  sendBody: (text) => validate(sendBody, { text, model: text }),
  requireEndpoint,
  withModel,
  readOptionFields: (text) => {
    const form = new FormData();
    for (const name of ['optionsShown', 'option.promptPrefix', 'option.exampleInput']) form.set(name, text);
    return [readOptionFields(form, GOOGLE, text), typedOptions(form)];
  },
  promptsHref: (text) => promptsHref(text, 2),
  builtInTemplates,
  searchTemplates: (text) =>
    searchTemplates([{ promptId: 'a', title: text, text, isOwn: true }], text.slice(0, SEARCH_MAX)),
  readFeaturedQuery: (text) => readFeaturedQuery(new URLSearchParams({ q: text, tab: text })),
  readQuestion: (text) => readQuestion(new URLSearchParams({ ask: text, kind: text })),
  callFacts: (text) => {
    const headers = new Headers({ 'x-stainless-retry-count': text, 'idempotency-key': text });
    const request = { url: 'https://a.example/v1/x', headers };
    return callFacts({ request, context: {}, user: {}, key: {}, bytes: Buffer.from(text) } as never);
  },
  'createFrameBody, in pieces': writeFrame,
  nearestInterval,
  noticeOf: (text) => noticeOf('page', text, '1'),
  readUsageQuery: (text) =>
    readUsageQuery(new URLSearchParams({ model: text, user: text, page: text, dateInterval: text })),
  // No longer address reaches a server; Node 24 parses one with names only in quadratic time.
  rememberedSearch: (text) => rememberedSearch(text.slice(0, 16_000), JSON.stringify({ model: text })),
  'rememberedSearch, what is kept': (text) => rememberedSearch('', text),
};

export const HTTP: Room = {
  readForm: (text) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return readForm(new Request('http://hub.example/', { method: 'POST', headers, body: text }));
  },
  parseJson: (text) => parseJson(Buffer.from(text)),
  assertBounded: (text) => assertBounded(Buffer.from(text)),
  findJsonError: (text) => {
    try {
      return JSON.parse(text);
    } catch (error) {
      return findJsonError(text, error);
    }
  },
  isOwnRequest: (text) => isOwnRequest({ cookie: text, origin: text, host: text }, text),
  hostNameOf,
  routeClassOf,
  'routeClassOf, of the API': (text) => routeClassOf(`/api/${text}`),
  // Node accepts no longer header.
  'readMultipart, of a header': (text) =>
    readMultipart(`multipart/form-data; boundary=${text.slice(0, 16_000)}`, [], {
      limits: {},
      onField: () => undefined,
      accepts: () => false,
      consume: async () => null,
    }).catch((error: unknown) => error),
};

export const UI: Room = {
  initialsOf,
  monogramOf,
  tintOf,
  escapeHtml,
  preferredLanguage,
  isLanguage,
  readPreferences,
  readCookie: (text) => readCookie(text, 'theme'),
  isPreference: (text) => isPreference('theme', text),
  parseFlash,
  takeFlash,
  hasWords: (text) => isKnownCode(asKey, text),
  errorWords: (text) => errorWords(asKey, { code: text, detail: text }, text),
  partsOf,
};

/** The database's error for a statement that contains the text. */
const refused = (text: string, code: string) => Object.assign(new Error(text), { code });

export const DB: Room = {
  bind: (text) => bind('SELECT ?, ?', [text, [text]]),
  duplicateKey: (text) => duplicateKey(refused(`Duplicate entry '${text}' for key 'a'`, 'ER_DUP_ENTRY')),
  isGuardFailure: (text) => isGuardFailure(refused(text, 'ER_DATA_OUT_OF_RANGE')),
};
