import { readHave } from '#app/contracts/browser-stream.ts';
import { chatRequest } from '#app/contracts/openai/chat-request.ts';
import { embeddingRequest } from '#app/contracts/openai/embedding-request.ts';
import { parseDollars } from '#app/contracts/money.ts';
import { trimEnd } from '#app/contracts/trim-end.ts';
import { normaliseEmail } from '#app/core/accounts/normalise-email.ts';
import { isKeyValue } from '#app/core/api-keys/key-value.ts';
import { countTokens } from '#app/core/catalogue/count-tokens.ts';
import { titleWords } from '#app/core/conversations/title-words.ts';
import { cleanTitle } from '#app/core/generation/title.ts';
import { editDistance } from '#app/core/platform/edit-distance.ts';
import { errorFacts } from '#app/core/platform/error-facts.ts';
import { countedAddress } from '#app/core/platform/throttle.ts';
import { withoutSecrets } from '#app/core/platform/without-secrets.ts';
import { errorIn, toProviderError } from '#app/core/providers/openai/failure.ts';
import { RepeatedChunk } from '#app/core/providers/openai/repeated-chunk.ts';
import { readRetryAfter } from '#app/core/providers/shared/retry-after.ts';
import { safeMessage } from '#app/core/providers/shared/safe-message.ts';
import { EventDecoder } from '#app/core/providers/shared/server-sent-events.ts';
import { describeAgent } from '#app/features/auth/describe-agent.ts';
import { safePath } from '#app/features/auth/safe-path.ts';
import { readLastModels } from '#app/features/chat/last-model.ts';
import { sendBody } from '#app/features/replies/send-body.server.ts';
import { parseJson } from '#app/http/read-body.ts';
import { isOwnRequest } from '#app/http/same-origin.ts';
import { validate } from '#app/http/validate.ts';
import { escapeHtml } from '#app/ui/html/escape-html.ts';
import { preferredLanguage } from '#app/ui/i18n/preferred-language.ts';
import { readPreferences } from '#app/ui/preferences/preferences.ts';
import { parseFlash } from '#app/ui/toasts/flash.ts';
import { bind } from '#db/sql.ts';
import { PARSERS } from '#tests/fuzz/parsers.ts';

/** What a function does with a text; what it throws is an answer, too. */
type Reads = (text: string) => unknown;

/** Takes whatever JSON the text is; of other texts, the text. */
function jsonOf(text: string): unknown {
  try {
    return parseJson(Buffer.from(text));
  } catch {
    return text;
  }
}

const errorOf = (message: string) => Object.assign(new Error(message), { stack: message });
const chunkOf = (content: string) => JSON.stringify({ choices: [{ index: 0, delta: { content } }] });

/** Every function of ours that reads texts of strangers, by its room: one line each. Markdown has its own. */
export const FUNCTIONS: Readonly<Record<string, Readonly<Record<string, Reads>>>> = {
  contracts: {
    readHave,
    parseDollars,
    trimEnd: (text) => trimEnd(text, './0'),
    'chatRequest, a message': (text) => chatRequest.parse({ messages: [{ role: 'user', content: text }] }),
    'chatRequest, any field': (text) => chatRequest.parse({ messages: jsonOf(text), tools: jsonOf(text) }),
    'embeddingRequest, an input': (text) => embeddingRequest.parse({ model: text, input: jsonOf(text) }),
  },
  'core/catalogue': {
    countTokens: (text) => countTokens(text, 'o200k'),
    'countTokens, cl100k': (text) => countTokens(text, 'cl100k'),
  },
  'core/conversations and generation': { titleWords, cleanTitle },
  'core/accounts and keys': { normaliseEmail, isKeyValue },
  'core/platform': {
    countedAddress,
    editDistance: (text) => editDistance(text.slice(0, 80), text.slice(1, 81), 26),
    errorFacts: (text) => errorFacts(errorOf(text)),
    withoutSecrets: (text) => withoutSecrets({ text, in: jsonOf(text) }),
  },
  'core/providers': {
    safeMessage: (text) => safeMessage(text, ['sk-secret']),
    errorIn,
    toProviderError: (text) => toProviderError({ status: 400, error: errorIn(text), secrets: ['sk-secret'] }),
    readRetryAfter: (text) => readRetryAfter(new Headers({ 'retry-after': text })),
    EventDecoder: (text) => [...new EventDecoder().push(Buffer.from(text))],
    'EventDecoder, byte by byte': (text) => {
      const decoder = new EventDecoder();
      for (const byte of Buffer.from(text)) decoder.push(Uint8Array.of(byte));
      decoder.end();
    },
    RepeatedChunk: (text) => {
      const chunk = new RepeatedChunk();
      chunk.learn(chunkOf(text), { type: 'text', text }, () => []);
      return chunk.read(chunkOf(text));
    },
    'openai, a chunk': (text) => PARSERS.openai.reader().read(text, []),
    'openai, words': (text) => PARSERS.openai.reader().read(chunkOf(text), []),
    'anthropic, a chunk': (text) => PARSERS.anthropic.reader().read(text, []),
  },
  features: {
    safePath,
    describeAgent,
    readLastModels,
    sendBody: (text) => validate(sendBody, { text, model: text }),
  },
  http: {
    parseJson: (text) => parseJson(Buffer.from(text)),
    isOwnRequest: (text) => isOwnRequest({ cookie: text, origin: text, host: text }, text),
  },
  ui: { escapeHtml, preferredLanguage, readPreferences, parseFlash },
  db: { bind: (text) => bind('SELECT ?, ?', [text, [text]]) },
};
