import type { ChatMessage, SendMode } from './chat.ts';
import type { MediaChoice } from './media/choice.ts';
import type { Makes } from './models.ts';

/** What is said to a model, and how it is to answer: in the shape of the specification. */
export interface Example {
  input: { content: string };
  output: { content: string };
}

/** Options of a chat endpoint, within the bounds of the spec; each endpoint has some of them. */
export interface SendParameters {
  temperature?: number;
  topP?: number;
  frequencyPenalty?: number;
  presencePenalty?: number;
  /** The person's own cap; absent lets us choose what the money covers. */
  maxOutputTokens?: number;
  promptPrefix?: string;
  topK?: number;
  /** Name of the sender of the reply, instead of the endpoint's. */
  modelLabel?: string;
  /** How hard a model thinks that can. */
  reasoningEffort?: string;
  /** Pairs that stand before the conversation, as if they had been said. */
  examples?: readonly Example[];
  /** How freely Bing speaks. */
  toneStyle?: string;
  /** Bing speaks as the persona of `systemMessage`, and not as itself. */
  jailbreak?: boolean;
  /** Who that persona is; said of no other. */
  systemMessage?: string;
  /** What Bing reads beside the conversation, as it would a page. */
  context?: string;
  /** How a picture or a video is to be; only of a model that makes such. */
  media?: MediaChoice;
}

/** A request for a reply in a conversation, already checked for form. */
export interface ChatSend {
  userId: string;
  requestId: string;
  mode: SendMode;
  /** null begins a new conversation. */
  conversationId: string | null;
  /**
   * send: the message that the new one answers (null: the end of the branch on show; ROOT_ID: the start).
   * edit: the parent of the message that is replaced. regenerate: the user message to answer again.
   * continue: the reply to go on with.
   */
  parentMessageId: string | null;
  /** The new user message; for continue, the text of the reply so far when it was edited, else ''. */
  text: string;
  /** Ids of the files that are sent with a new message; of another mode nobody looks at it. */
  files?: readonly string[];
  /** Chosen by the sender; the same id with the same content is the same send, however often it arrives. */
  clientMessageId: string | null;
  endpoint: string;
  model: string;
  parameters: SendParameters;
  /** What the conversation was sent with last, or what a new one begins with, stands where `parameters` say nothing. */
  keepsOptions?: boolean;
}

/** An acknowledged send: stored, paid for, and on its way. */
export interface AdmittedReply {
  generationId: string;
  conversationId: string;
  prompt: ChatMessage;
  reply: ChatMessage;
  /** True when this very send was acknowledged before; nothing new was made. */
  repeated: boolean;
  heldMicro: string;
  maxOutputTokens: number;
  /** True when the money on hand lowered the output cap. */
  capLowered: boolean;
  /** Oldest messages left out because the model's window is full. */
  omittedMessages: number;
}

/** What the composer shows before a send. Money is micro-dollars as text. */
export interface SendQuote {
  /** What the model answers with: the most that a picture or a video costs is all that is held for it. */
  makes: Makes;
  inputTokens: number;
  /** What the input alone costs. */
  inputMicro: string;
  /** The most that input and the longest answer can cost. */
  mostMicro: string;
  maxOutputTokens: number;
  /** It runs on the person's own key, and costs nothing here. */
  ownKey: boolean;
  omittedMessages: number;
  /** Pictures of earlier messages that the model is not shown. */
  omittedPictures: number;
}
