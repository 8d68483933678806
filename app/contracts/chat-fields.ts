import { DEFAULT_TITLE, type ChatConversation, type ChatMessage } from './chat.ts';

/**
 * Fields of a message that the specification has and we do not use: of plugins, of a search, and of a tree
 * that a client builds.
 */
const MESSAGE_FIELDS = {
  responseMessageId: null,
  overrideParentMessageId: null,
  bg: null,
  generation: '',
  current: false,
  searchResult: false,
  plugin: null,
  plugins: [],
  children: [],
};

/**
 * Fields of a conversation that the specification has and we do not use, for endpoints without an option of
 * that name.
 */
const CONVERSATION_FIELDS = {
  suggestions: [],
  /** Messages are read with a request of their own: GET /api/messages/:conversationId. */
  messages: [],
  tools: [],
  systemMessage: null,
  modelLabel: null,
  examples: null,
  chatGptLabel: null,
  userLabel: null,
  promptPrefix: null,
  temperature: null,
  topP: null,
  topK: null,
  context: null,
  top_p: null,
  frequency_penalty: null,
  presence_penalty: null,
  jailbreak: false,
  jailbreakConversationId: null,
  conversationSignature: null,
  parentMessageId: null,
  clientId: null,
  invocationId: null,
  toneStyle: null,
  maxOutputTokens: null,
  agentOptions: null,
  assistant_id: null,
  thread_id: null,
};

/** Returns a message with every field of the specification. */
export function withMessageFields(
  message: ChatMessage,
  title = DEFAULT_TITLE,
): ChatMessage & { title: string } {
  return { ...MESSAGE_FIELDS, title, ...message };
}

/** In a preset, null means that the option is left unchanged. */
const PRESET_FIELDS = { ...CONVERSATION_FIELDS, jailbreak: null };

/**
 * Returns a preset with every field of the specification: those of a conversation, with the preset's own id
 * and title.
 */
export function withPresetFields<Preset extends object>(preset: Preset): Preset & typeof PRESET_FIELDS {
  return { ...PRESET_FIELDS, ...preset };
}

/** Returns a conversation with every field of the specification. */
export function withConversationFields(conversation: ChatConversation): ChatConversation {
  return { ...CONVERSATION_FIELDS, ...conversation };
}
