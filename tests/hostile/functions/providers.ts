import { toPrompt } from '#app/core/providers/anthropic/complete/index.ts';
import { ToolCalls } from '#app/core/providers/anthropic/events.ts';
import { toProviderError as toAnthropicError } from '#app/core/providers/anthropic/failure.ts';
import { toBlocks } from '#app/core/providers/anthropic/messages.ts';
import { CLAUDE_CALLS, CLAUDE_STOPS, rulesOf } from '#app/core/providers/anthropic/model-rules.ts';
import { Thoughts } from '#app/core/providers/anthropic/thoughts.ts';
import { imageLink, readSuggestions, Sources, withoutHalfMark } from '#app/core/providers/bing/events.ts';
import { toProviderError as toBingError } from '#app/core/providers/bing/failure.ts';
import { toQuestionText } from '#app/core/providers/bing/request.ts';
import { RecordDecoder } from '#app/core/providers/bing/socket.ts';
import { toProviderError as toChatgptError } from '#app/core/providers/chatgpt/index.ts';
import { ToolCallReader as GoogleToolCallReader } from '#app/core/providers/google/events.ts';
import { toProviderError as toGoogleError } from '#app/core/providers/google/failure.ts';
import { toParts } from '#app/core/providers/google/messages.ts';
import { rulesOf as googleRulesOf } from '#app/core/providers/google/model-rules.ts';
import { toTurns } from '#app/core/providers/google/palm/index.ts';
import { GEMINI_STOPS } from '#app/core/providers/google/request.ts';
import { signaturesIn } from '#app/core/providers/google/thoughts.ts';
import { azureOwnKey } from '#app/core/providers/openai/azure/credentials.ts';
import { azureAddress, azureUrl, deploymentOf } from '#app/core/providers/openai/azure/target.ts';
import { readVectors } from '#app/core/providers/openai/embeddings.ts';
import { RepeatedChunk } from '#app/core/providers/openai/events.ts';
import { errorIn, toProviderError } from '#app/core/providers/openai/failure.ts';
import { OPENAI_STOPS, unsupportedOptions } from '#app/core/providers/openai/options.ts';
import { targetOf } from '#app/core/providers/openai/target.ts';
import { ToolCallReader } from '#app/core/providers/openai/tool-calls.ts';
import { readContent, readLogprobs, readUsage } from '#app/core/providers/openai/wire.ts';
import {
  isVideoUrl,
  readDataUrl,
  withDetectedType,
  typeOfBase64,
} from '#app/core/providers/shared/data-url.ts';
import {
  classOf,
  readRetryAfter,
  safeMessage,
  toConnectionError,
} from '#app/core/providers/shared/failure.ts';
import { googleOwnKey } from '#app/core/providers/google/credentials.ts';
import { isBadKeyMessage, vertexAddress } from '#app/core/providers/google/address.ts';
import { GrowingText } from '#app/core/providers/shared/growing-text.ts';
import { isObject, parseObject } from '#app/core/providers/shared/json.ts';
import { readRefusal } from '#app/core/providers/shared/open-call.ts';
import { wireJson } from '#app/core/providers/shared/post-json.ts';
import { messageText, transcriptOf } from '#app/core/providers/shared/prompt.ts';
import { EventDecoder } from '#app/core/providers/shared/server-sent-events.ts';
import { publicLookup } from '#app/core/platform/addresses/hosts.ts';
import type { KeyPlace } from '#app/core/providers/provider.ts';
import { readTextInput } from '#app/core/providers/shared/text-tools.ts';
import { readToken } from '#app/core/providers/shared/tokens/exchange.ts';
import { readArguments, wireName } from '#app/core/providers/shared/tool-calls.ts';
import { readGoogleUsage } from '#app/core/providers/google/usage.ts';
import { PARSERS } from '#tests/fuzz/parsers.ts';
import { errorOf, jsonOf, piecesOf, type Room } from './reads.ts';

const chunkOf = (content: string) => JSON.stringify({ choices: [{ index: 0, delta: { content } }] });
const secrets = ['sk-secret'];
/** The place at which a user's own key is used. */
const PLACE: KeyPlace = {
  settings: { SANDBOX: false, GOOGLE_TOKEN_URL: 'https://tokens.example' },
  address: null,
  publicLookup,
};

/** A tool's text, which can only be parsed as a whole. */
function callInPieces(text: string): unknown {
  const calls = new ToolCalls(new Set(['write']));
  const said = [...calls.begin(0, { name: 'write', input: {} })];
  for (const piece of piecesOf(text, 16)) said.push(...calls.add(0, piece));
  return [...said, ...calls.end(0)];
}

function thoughtsInPieces(text: string): unknown {
  const thoughts = new Thoughts();
  const said = [...thoughts.begin(0, { type: 'thinking', thinking: '' })];
  for (const piece of piecesOf(text, 16)) thoughts.add(0, { thinking: piece, signature: piece });
  return [...said, ...thoughts.end(0)];
}

export const PROVIDERS: Room = {
  safeMessage: (text) => safeMessage(text, secrets),
  isObject: (text) => isObject(jsonOf(text)),
  parseObject,
  refusalIn: readRefusal,
  classOf: (text) => classOf(418, [text, ...piecesOf(text, 16)], {}),
  toProviderError: (text) => toProviderError({ status: 400, error: errorIn(readRefusal(text)), secrets }),
  toConnectionError: (text) => toConnectionError(errorOf(text)),
  readRetryAfter: (text) => readRetryAfter(new Headers({ 'retry-after': text })),
  EventDecoder: (text) => [...new EventDecoder().push(Buffer.from(text))],
  'EventDecoder, in pieces': (text) => {
    const decoder = new EventDecoder();
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += 5) decoder.push(bytes.subarray(at, at + 5));
    decoder.end();
  },
  'EventDecoder, of bare objects': (text) => {
    const decoder = new EventDecoder({ bareObjects: true });
    for (const piece of piecesOf(`{\n${text}\n}\n`, 64)) decoder.push(Buffer.from(piece));
    decoder.end();
  },
  readToken: (text) => readToken(JSON.stringify({ access_token: text, expires_in: text })),
  readDataUrl: (text) => readDataUrl(`data:${text}`),
  isVideoUrl: (text) => isVideoUrl(`data:video/mp4;${text}`),
  relabeled: (text) => [withDetectedType(`data:image/png;base64,${text}`), withDetectedType(`data:${text}`)],
  typeOfBase64: (text) => [typeOfBase64(text, text), typeOfBase64(`UklGR${text}`, 'image/webp')],
  'isTaken, of stop sequences': (text) =>
    [OPENAI_STOPS, CLAUDE_STOPS, GEMINI_STOPS].map(({ accepts: isTaken }) => isTaken(text)),
  refusedBy: (text) => unsupportedOptions(text, targetOf(new URL('https://api.openai.com/v1'))),
  wireName: (text) => wireName(text, CLAUDE_CALLS),
  wireJson: (text) => wireJson({ text: `${text}\ud83d${text}` }),
  readArguments: (text) => readArguments('write', text),
  textIn: readTextInput,
  'textIn, of an object': (text) => readTextInput(JSON.stringify({ input: text })),
  RepeatedChunk: (text) => {
    const chunk = new RepeatedChunk();
    chunk.learn(chunkOf(text), { type: 'text', text }, () => []);
    return chunk.read(chunkOf(text));
  },
  readContent: (text) => readContent(jsonOf(text)),
  readUsage: (text) => readUsage(jsonOf(text)),
  readLogprobs: (text) =>
    readLogprobs({ content: [{ token: text, logprob: 0, top_logprobs: jsonOf(text) }] }),
  readVectors: (text) => [
    ...readVectors(JSON.stringify({ data: [{ embedding: text }] }), { inputs: 1, secrets }),
  ],
  'ToolCallReader, in pieces': (text) => {
    const reader = new ToolCallReader();
    return piecesOf(text, 16).map((piece) =>
      reader.read({ tool_calls: [{ index: 0, function: { name: 'write', arguments: piece } }] }),
    );
  },
  'openai, a chunk': (text) => PARSERS.openai.reader().read(text, []),
  'openai, words': (text) => PARSERS.openai.reader().read(chunkOf(text), []),
  'openai, words in pieces': (text) => {
    const reader = PARSERS.openai.reader();
    for (const piece of piecesOf(text, 64)) reader.read(chunkOf(piece), []);
  },
  'palm, toTurns': (text) =>
    toTurns(
      piecesOf(text, 16).map((content) => ({ role: 'user' as const, content })),
      'bot',
    ),
  'palm, a chunk': (text) => PARSERS.palm.reader().read(text, []),
  GrowingText: (text) => {
    const growing = new GrowingText();
    return [text.slice(0, text.length / 2), text].map((one) => growing.grow(one, false));
  },
  'GrowingText, beginnings of a turn': (text) =>
    new GrowingText(withoutHalfMark).grow(piecesOf(text, 16).join('\n\n[user](#'), false),
  transcriptOf: (text) =>
    transcriptOf(piecesOf(text, 16).map((content) => ({ role: 'user' as const, content }))),
  'saidBy, lines that would begin a turn': (text) =>
    messageText({ role: 'user', content: piecesOf(text, 16).join('\n[system](#') }),
  'bing, toWords': (text) => toQuestionText({ messages: [{ role: 'user', content: text }], options: {} }),
  'bing, RecordDecoder': (text) => {
    const decoder = new RecordDecoder();
    for (const piece of piecesOf(text, 64)) decoder.push(Buffer.from(piece));
  },
  'bing, RecordDecoder, nothing but ends': (text) =>
    new RecordDecoder().push(Buffer.from('\u001E'.repeat(text.length))),
  withoutHalfMark,
  'Sources, marks': (text) => {
    const sources = new Sources();
    sources.link(piecesOf(text, 16).join('[^1^]'));
    return sources.addresses([{ seeMoreUrl: `https://a.example/${text}`, providerDisplayName: text }]);
  },
  'Sources, halves of marks': (text) => new Sources().link('[^'.repeat(text.length)),
  imageLink: (text) => imageLink(text, 'https://a.example'),
  readSuggestions: (text) => readSuggestions([{ text }, jsonOf(text)]),
  'bing, a record': (text) => PARSERS.bing.reader().read(text, []),
  'bing, words': (text) => {
    const messages = [{ author: 'bot', text, sourceAttributions: [{ seeMoreUrl: text }] }];
    PARSERS.bing.reader().read(JSON.stringify({ type: 2, item: { messages } }), []);
  },
  'bing, an error': (text) => toBingError({ status: 400, body: readRefusal(text), secrets }),
  'bing, a result': (text) =>
    toBingError({ status: null, body: { result: { value: text, message: text } }, secrets }),
  'chatgpt, a chunk': (text) => PARSERS.chatgpt.reader().read(text, []),
  'chatgpt, words': (text) =>
    PARSERS.chatgpt
      .reader()
      .read(JSON.stringify({ message: { role: 'assistant', content: { parts: [text] } } }), []),
  'chatgpt, an error': (text) => toChatgptError({ status: 400, body: readRefusal(text), secrets }),
  toPrompt: (text) => toPrompt([{ role: 'user', content: text }]),
  'toPrompt, lines that would begin a turn': (text) =>
    toPrompt([{ role: 'user', content: piecesOf(text, 16).join('\nHuman:') }]),
  'anthropic-complete, a chunk': (text) => PARSERS['anthropic-complete'].reader().read(text, []),
  azureAddress,
  azureOwnKey: (text) =>
    [text, JSON.stringify({ azureOpenAIApiInstanceName: text, azureOpenAIApiKey: text })].map((value) =>
      azureOwnKey(value, PLACE),
    ),
  googleOwnKey: (text) =>
    [text, JSON.stringify({ client_email: text, project_id: text, private_key: text })].map((value) =>
      googleOwnKey(value, PLACE),
    ),
  deploymentOf: (text) => deploymentOf(text, { apiVersion: null, deployments: { [text]: text } }),
  azureUrl: (text) =>
    azureUrl(`https://a.example/${text}`, '/chat/completions', {
      deployment: text,
      settings: { apiVersion: text, deployments: {} },
    }),
  rulesOf,
  'toBlocks, a picture': (text) => toBlocks([{ type: 'image_url', image_url: { url: `data:${text}` } }]),
  'toBlocks, words': (text) => toBlocks([{ type: 'text', text }]),
  ToolCalls: callInPieces,
  Thoughts: thoughtsInPieces,
  'anthropic, a chunk': (text) => PARSERS.anthropic.reader().read(text, []),
  'anthropic, an error': (text) => toAnthropicError({ status: 400, body: readRefusal(text), secrets }),
  'google, rulesOf': (text) => googleRulesOf(`gemini-${text}`),
  toParts: (text) => toParts([{ type: 'image_url', image_url: { url: text } }]),
  saysBadKey: isBadKeyMessage,
  vertexAddress: (text) => vertexAddress(text, text),
  signaturesIn: (text) => signaturesIn({ reasoning_details: jsonOf(text) }),
  readGoogleUsage: (text) => readGoogleUsage(jsonOf(text)),
  'google, ToolCallReader': (text) =>
    new GoogleToolCallReader({ textTools: new Set([text]), names: new Map(), isSingle: false }).read({
      id: text,
      name: text,
      args: { input: text, a: text },
    }),
  'google, a chunk': (text) => PARSERS.google.reader().read(text, []),
  'google, words': (text) =>
    PARSERS.google
      .reader()
      .read(JSON.stringify({ candidates: [{ content: { parts: [{ text, thoughtSignature: text }] } }] }), []),
  'google, an error': (text) => toGoogleError({ status: 429, body: readRefusal(text), secrets }),
  'google, what an error tells': (text) => {
    const details = [
      { retryDelay: text, violations: [{ quotaId: text }], fieldViolations: [{ field: text }] },
    ];
    return toGoogleError({ status: 400, body: { error: { message: text, status: text, details } }, secrets });
  },
};
