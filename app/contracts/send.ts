import type { ChatMessage, SendMode } from './chat.ts';
import type { MediaChoice } from './media/choice.ts';
import type { OutputKind } from './models.ts';

/** An example message to a model and the expected answer, in the shape of the specification. */
export interface Example {
  input: { content: string };
  output: { content: string };
}

/** Options of a chat endpoint, within the limits of the spec; each endpoint has some of them. */
export interface SendParameters {
  temperature?: number;
  topP?: number;
  frequencyPenalty?: number;
  presencePenalty?: number;
  /** The user's own limit; if absent, the limit is what the balance covers. */
  maxOutputTokens?: number;
  promptPrefix?: string;
  topK?: number;
  /** The sender name of the reply, in place of the endpoint's. */
  modelLabel?: string;
  /** The thinking effort, for models that think. */
  reasoningEffort?: string;
  /** Example pairs that precede the conversation, as if they had been part of it. */
  examples?: readonly Example[];
  /** The tone of the answers, for a service that has several. */
  toneStyle?: string;
  /** The service speaks as the persona of `systemMessage`, and not as itself. */
  jailbreak?: boolean;
  /** The description of that persona. */
  systemMessage?: string;
  /** Text that the service reads besides the conversation, like a web page. */
  context?: string;
  /** The requested form of an image or a video; only for models that make them. */
  media?: MediaChoice;
}

/** A request for a reply in a conversation, after validation. */
export interface ChatSend {
  userId: string;
  requestId: string;
  mode: SendMode;
  /** null starts a new conversation. */
  conversationId: string | null;
  /**
   * send: the message that the new one answers (null: the end of the visible branch; ROOT_ID: the start).
   * edit: the parent of the message that is replaced. regenerate: the user message to answer again.
   * continue: the reply to continue.
   */
  parentMessageId: string | null;
  /** The new user message; for continue, the text of the reply so far if it was edited, else ''. */
  text: string;
  /** Ids of the files that are sent with a new message; other modes ignore it. */
  files?: readonly string[];
  /**
   * Chosen by the sender; the same id with the same content is the same send, even if it arrives several
   * times.
   */
  clientMessageId: string | null;
  endpoint: string;
  model: string;
  parameters: SendParameters;
  /**
   * Options that `parameters` does not set are taken from the last send of the conversation, or from the
   * defaults of a new one.
   */
  keepsOptions?: boolean;
  /** The new conversation is deleted at its end, and is not listed until then. */
  temporary?: boolean;
}

/** An acknowledged send: stored, paid for, and in progress. */
export interface AdmittedReply {
  generationId: string;
  conversationId: string;
  prompt: ChatMessage;
  reply: ChatMessage;
  /** True if this send was acknowledged before; nothing new was created. */
  repeated: boolean;
  heldMicro: string;
  maxOutputTokens: number;
  /** True if the available balance lowered the output limit. */
  capLowered: boolean;
  /** Number of oldest messages left out because the model's window is full. */
  omittedMessages: number;
}

/** The estimate that the composer shows before a send. Money is micro-dollars as text. */
export interface SendQuote {
  /** The output of the model: for an image or a video the maximum cost is the whole hold. */
  makes: OutputKind;
  inputTokens: number;
  /** The cost of the input alone. */
  inputMicro: string;
  /** The maximum cost of the input and the longest answer. */
  mostMicro: string;
  maxOutputTokens: number;
  /** It runs on the user's own key, and costs nothing here. */
  ownKey: boolean;
  omittedMessages: number;
  /** Number of images of earlier messages that are not sent to the model. */
  omittedPictures: number;
}
