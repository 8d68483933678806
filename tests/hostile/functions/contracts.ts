import { messageErrorBody } from '#app/contracts/anthropic/message-error.ts';
import { messageRequest } from '#app/contracts/anthropic/message-request.ts';
import { readCursors } from '#app/contracts/browser-stream.ts';
import { shellQuoted } from '#app/contracts/code-samples.ts';
import { readOwnKey } from '#app/contracts/credentials/own-key.ts';
import { isKeyFileName, readServiceAccount } from '#app/contracts/credentials/service-account.ts';
import { GOOGLE } from '#app/contracts/endpoints/google.ts';
import { choiceOf, readModelChoice, writeModelChoice } from '#app/contracts/endpoints/model-choice.ts';
import { OPENAI } from '#app/contracts/endpoints/openai.ts';
import {
  fieldsOf,
  fitOptions,
  nameOptions,
  nameSetOptions,
  optionsSchema,
  readOptions,
  defaultOptions,
  defaultOutputTokens,
} from '#app/contracts/endpoints/options.ts';
import { ownKeyFacts } from '#app/contracts/endpoints/own-keys.ts';
import { factsOf } from '#app/contracts/endpoints/table.ts';
import { AppError, isErrorCode } from '#app/contracts/errors.ts';
import { isArchiveForm } from '#app/contracts/exports/archive.ts';
import { fileNameOf, isExportType } from '#app/contracts/exports/export-options.ts';
import { readCursor } from '#app/contracts/generation.ts';
import { parseSize } from '#app/contracts/media/image.ts';
import { parseDollars } from '#app/contracts/money.ts';
import { chatRequest } from '#app/contracts/openai/chat-request.ts';
import { completionRequest, toConversation } from '#app/contracts/openai/text-completion.ts';
import { embeddingRequest } from '#app/contracts/openai/embedding.ts';
import { ignoredWithin } from '#app/contracts/openai/ignored-fields.ts';
import { readPayAmount } from '#app/contracts/payments/fees.ts';
import { readPair } from '#app/contracts/playground/playground.ts';
import { blanksIn, fillVariables, variablesOf } from '#app/contracts/prompts/variables.ts';
import { beginningOf, fitsAddress, newChatHref, readPrompt } from '#app/contracts/prompt-address.ts';
import { isShareToken, sharedFilePath, sharePath } from '#app/contracts/shares/share.ts';
import { parseUrl } from '#app/contracts/text/parse-url.ts';
import { trimEnd } from '#app/contracts/text/trim-end.ts';
import { jsonOf, type Room } from './reads.ts';

export const CONTRACTS: Room = {
  readHave: readCursors,
  isShareToken,
  sharePath,
  sharedFilePath: (text) => sharedFilePath(text, { place: 1, number: 0 }),
  factsOf,
  readModelChoice,
  choiceOf: (text) => choiceOf({ endpoint: text, model: text }),
  writeModelChoice: (text) => writeModelChoice('openAI', text),
  'optionsSchema, a text': (text) =>
    readOptions(OPENAI, text, optionsSchema(OPENAI, text).parse({ promptPrefix: text, chatGptLabel: text })),
  fieldsOf: (text) => fieldsOf(GOOGLE, text),
  nameOptions: (text) => nameOptions(GOOGLE, text, { promptPrefix: text }),
  setOptions: (text) => nameSetOptions(GOOGLE, { promptPrefix: text }),
  variablesOf: (text) => [variablesOf(text), variablesOf(`{{${text}}}`)],
  blanksIn,
  fillVariables: (text) => fillVariables(text, new Map([['a', text]])),
  fitOptions: (text) => fitOptions(GOOGLE, text, { promptPrefix: text }),
  usualOptions: (text) => defaultOptions(GOOGLE, text),
  usualOutputTokens: (text) => defaultOutputTokens(GOOGLE, text),
  fileNameOf: (text) => fileNameOf(text, 'md'),
  isExportType,
  isArchiveForm: (text) =>
    isArchiveForm(`https://chat.example/${encodeURIComponent(text)}?${encodeURIComponent(text)}`),
  fitsAddress,
  readPrompt: (text) => readPrompt(new URLSearchParams([['q', text]])),
  beginningOf,
  newChatHref: (text) => newChatHref({ text, model: text }),
  shellQuoted,
  isKeyFileName,
  readServiceAccount: (text) =>
    readServiceAccount(JSON.stringify({ client_email: text, project_id: text, private_key: text })),
  ownKeyFacts,
  'readOwnKey, a text': (text) => readOwnKey('text', text),
  'readOwnKey, JSON': (text) => readOwnKey('azure', text),
  'readOwnKey, fields of JSON': (text) =>
    readOwnKey('azure', JSON.stringify({ azureOpenAIApiInstanceName: text, azureOpenAIApiKey: text })),
  'readOwnKey, a file': (text) => readOwnKey('service-account', text),
  isErrorCode,
  readCursor,
  parseDollars,
  parseSize,
  readPayAmount,
  readPair,
  ignoredWithin: (text) => ignoredWithin(text, { [text]: text }, new Set()),
  parseUrl: (text) => [parseUrl(text), parseUrl(`https://${text}`), parseUrl(text, 'https://a.example')],
  trimEnd: (text) => trimEnd(text, './0'),
  'chatRequest, a message': (text) => chatRequest.parse({ messages: [{ role: 'user', content: text }] }),
  'chatRequest, any field': (text) => chatRequest.parse({ messages: jsonOf(text), tools: jsonOf(text) }),
  'messageRequest, a message': (text) =>
    messageRequest.safeParse({ model: text, max_tokens: 1, messages: [{ role: 'user', content: text }] }),
  'messageRequest, any field': (text) =>
    messageRequest.safeParse({ model: 'a', max_tokens: 1, messages: jsonOf(text), system: jsonOf(text) }),
  'messageRequest, a picture': (text) => {
    const source = { type: 'base64', media_type: 'image/png', data: text };
    const messages = [{ role: 'user', content: [{ type: 'image', source }] }];
    return messageRequest.safeParse({ model: 'a', max_tokens: 1, messages });
  },
  messageErrorBody: (text) =>
    messageErrorBody(new AppError('invalid_request', { param: text, message: `${text}: ${text}` }), 'id'),
  toConversation: (text) => toConversation(completionRequest.parse({ prompt: text, [text]: text })),
  'embeddingRequest, an input': (text) => embeddingRequest.parse({ model: text, input: jsonOf(text) }),
};
