import { DEFAULT_TITLE, type ChatConversation, type ChatMessage } from './chat.ts';

/** What the specification's message has beside ours: of plugins, of a search, and of a tree that a client builds. */
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

/** What its conversation has beside ours, where the endpoint has no option of the name. */
const CONVERSATION_FIELDS = {
  suggestions: [],
  /** Those are read by themselves: GET /api/messages/:conversationId. */
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

/** A message with every field of the specification. */
export function withMessageFields(
  message: ChatMessage,
  title = DEFAULT_TITLE,
): ChatMessage & { title: string } {
  return { ...MESSAGE_FIELDS, title, ...message };
}

/** Null says that a preset leaves an option as it is. */
const PRESET_FIELDS = { ...CONVERSATION_FIELDS, jailbreak: null };

/** A preset with every field of the specification: those of a conversation, under its own id and title. */
export function withPresetFields<Preset extends object>(preset: Preset): Preset & typeof PRESET_FIELDS {
  return { ...PRESET_FIELDS, ...preset };
}

/** A conversation with every field of the specification. */
export function withConversationFields(conversation: ChatConversation): ChatConversation {
  return { ...CONVERSATION_FIELDS, ...conversation };
}
