import { randomBytes } from 'node:crypto';
import type { ProviderRequest } from '#app/core/providers/contract.ts';
import { GO_ON } from '#app/core/providers/shared/prompt/go-on.ts';
import { saidBy, transcriptOf } from '#app/core/providers/shared/prompt/transcript.ts';
import type { Conversation } from './conversation.ts';

/** How freely it speaks, by its own name; any other is balanced. */
const TONES: Readonly<Record<string, string>> = {
  creative: 'h3imaginative',
  precise: 'h3precise',
  fast: 'galileo',
};
const BALANCED = 'harmonyv3';
const USUAL_TONE = 'creative';

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

/** Asks a persona to speak: what it is asked stands in the transcript. */
const GO_ON_AS_PERSONA = 'Continue the conversation in context.';

interface Words {
  /** What it reads, as it would a page. */
  context: string;
  text: string;
  messageType: 'Chat' | 'SearchQuery';
}

/**
 * What is said to Bing: the question, and beside it everything that was said before. A persona is asked to go on with a
 * conversation that stands beside it whole.
 * @throws ProviderError for what the wire has no words for
 */
export function toWords({ messages, options }: Pick<ProviderRequest, 'messages' | 'options'>): Words {
  const last = messages.at(-1);
  if (options.jailbreak)
    return { context: transcriptOf(messages), text: GO_ON_AS_PERSONA, messageType: 'SearchQuery' };
  if (!last || last.role === 'assistant')
    return { context: transcriptOf(messages), text: GO_ON, messageType: 'Chat' };
  return { context: transcriptOf(messages.slice(0, -1)), text: saidBy(last), messageType: 'Chat' };
}

/** The one question of a conversation, as a record of the wire. */
export function toQuestion(
  { context, text, messageType }: Words,
  { toneStyle = USUAL_TONE }: ProviderRequest['options'],
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
