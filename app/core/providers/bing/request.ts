import { randomBytes, randomUUID } from 'node:crypto';
import type { ProviderContext, ProviderRequest } from '#app/core/providers/contract.ts';
import { readBounded } from '#app/core/providers/shared/answer.ts';
import { withConnectionErrors } from '#app/core/providers/shared/failure.ts';
import { isObject, malformed, parseObject } from '#app/core/providers/shared/json.ts';
import { headersOf, readRefusal } from '#app/core/providers/shared/open-call.ts';
import { send } from '#app/core/providers/shared/post-json.ts';
import { CONTINUE_PROMPT, messageText, transcriptOf } from '#app/core/providers/shared/prompt.ts';
import { urlBelow } from '#app/core/providers/shared/url.ts';
import { toProviderError } from './failure.ts';

/** Conversation styles by their names on the wire; any other is balanced. */
const TONES: Readonly<Record<string, string>> = {
  creative: 'h3imaginative',
  precise: 'h3precise',
  fast: 'galileo',
};

const BALANCED = 'harmonyv3';

const DEFAULT_TONE = 'creative';

const OPTION_SETS = [
  'nlu_direct_response_filter',
  'deepleo',
  'disable_emoji_spoken_text',
  'responsible_ai_policy_235',
  'enablemm',
  'dtappid',
  'cricinfo',
  'cricinfov2',
  'dv3sugg',
  'nojbfedge',
];

const SLICES = ['222dtappid', '225cricinfo', '224locals0'];

/** Prompt for a persona: the actual question is in the transcript. */
const CONTINUE_AS_PERSONA = 'Continue the conversation in context.';

interface QuestionText {
  /** Context that Bing reads like a web page. */
  context: string;
  text: string;
  messageType: 'Chat' | 'SearchQuery';
}

const ANSWER_LIMIT = 64 * 1024;

/** Header with the signature since October 2023; before, it was in the body. */
const SIGNATURE_HEADER = 'x-sydney-encryptedconversationsignature';

/** A conversation at Bing, for a single question. */
export interface Conversation {
  id: string;
  clientId: string;
  signature: string;
  /** The newer signature, which also opens the socket. */
  isEncrypted: boolean;
}

/**
 * Splits a conversation into the question and the earlier messages as context. A persona gets the whole
 * conversation as context and is asked to continue it.
 * @throws ProviderError for content that the wire cannot express
 */
export function toQuestionText({
  messages,
  options,
}: Pick<ProviderRequest, 'messages' | 'options'>): QuestionText {
  const last = messages.at(-1);
  if (options.jailbreak)
    return { context: transcriptOf(messages), text: CONTINUE_AS_PERSONA, messageType: 'SearchQuery' };
  if (!last || last.role === 'assistant')
    return { context: transcriptOf(messages), text: CONTINUE_PROMPT, messageType: 'Chat' };
  return { context: transcriptOf(messages.slice(0, -1)), text: messageText(last), messageType: 'Chat' };
}

/** The single question of a conversation, as a record of the wire. */
export function toQuestion(
  { context, text, messageType }: QuestionText,
  { toneStyle = DEFAULT_TONE }: ProviderRequest['options'],
  { id, clientId, signature, isEncrypted }: Conversation,
) {
  const tone = Object.hasOwn(TONES, toneStyle) ? TONES[toneStyle] : BALANCED;
  return {
    arguments: [
      {
        source: 'cib',
        optionsSets: [...OPTION_SETS, tone],
        sliceIds: SLICES,
        traceId: randomBytes(16).toString('hex'),
        isStartOfSession: true,
        message: { author: 'user', text, messageType },
        [isEncrypted ? 'encryptedConversationSignature' : 'conversationSignature']: signature,
        participant: { id: clientId },
        conversationId: id,
        ...(context !== '' && { previousMessages: [asPage(context)] }),
      },
    ],
    invocationId: '0',
    target: 'chat',
    type: 4,
  };
}

function asPage(description: string) {
  return {
    author: 'user',
    description,
    contextType: 'WebPage',
    messageType: 'Context',
    messageId: 'discover-web--page-ping-mriduna-----',
  };
}

/** Headers of both calls. @param cookie the whole cookie, or only the value of `_U` */
export function headersWith(cookie: string): Record<string, string> {
  return {
    'x-ms-client-request-id': randomUUID(),
    ...(cookie !== '' && { cookie: cookie.includes('=') ? cookie : `_U=${cookie}` }),
  };
}

/**
 * Creates a conversation.
 * @param secrets strings that must not appear in error messages
 * @throws ProviderError, also for a refusal, which has status 200; or the signal's reason
 */
export async function createConversation(
  { signal, credentials }: Pick<ProviderContext, 'signal' | 'credentials'>,
  secrets: readonly string[],
): Promise<Conversation> {
  signal.throwIfAborted();
  const url = urlBelow(credentials.baseUrl, '/turing/conversation/create');
  const answer = await withConnectionErrors(
    send(url, { method: 'GET', headers: headersWith(credentials.apiKey), signal }),
    signal,
  );
  const { status } = answer;
  const text = await withConnectionErrors(readBounded(answer.body, ANSWER_LIMIT), signal);
  if (status < 200 || status >= 300)
    throw toProviderError({ status, body: readRefusal(text), headers: headersOf(answer), secrets });
  const body = parseObject(text);
  const { conversationId: id, clientId, conversationSignature, result } = body;
  if (isObject(result) && result['value'] !== 'Success')
    throw toProviderError({ status: null, body, secrets });
  const encrypted = answer.headers[SIGNATURE_HEADER];
  const signature = encrypted ?? conversationSignature;
  if (typeof id !== 'string' || typeof clientId !== 'string' || typeof signature !== 'string')
    throw malformed('the provider made no conversation');
  return { id, clientId, signature, isEncrypted: encrypted !== undefined };
}
