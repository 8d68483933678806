import type { OwnKeyKind } from '#app/contracts/endpoints/facts.ts';
import type { Endpoint } from '#app/contracts/endpoints/table.ts';
import type { FileView } from '#app/contracts/files/file-view.ts';
import type { MediaChoice, OfferedChoice } from '#app/contracts/media/choice.ts';
import type { QueuedView } from '#app/contracts/queued-message.ts';
import type { ModelOption } from '#app/features/chat/conversation/model-option.ts';
import type { OptionsView, PresetName } from '#app/features/chat/send/options/options-view.ts';
import type { ViewMessage } from '#app/features/chat/thread/view-message.ts';

/** The end of a temporary conversation; of a new one, as if it began now. */
export interface TemporaryFacts {
  /** ISO 8601. */
  endsAt: string;
  /** Within two days: its time of day matters. */
  isSoon: boolean;
}

/** Data that the loader of a conversation's page returns. */
export interface ConversationData {
  conversationId: string | null;
  title: string;
  pinned: boolean;
  archived: boolean;
  /** null for a conversation that stays. */
  temporary: TemporaryFacts | null;
  /** Cost of the conversation so far, in micro-dollars as text; null for a new one. */
  costMicro: string | null;
  messages: ViewMessage[];
  /** At least one message contains a formula. */
  math: boolean;
  hasEarlier: boolean;
  /** The request asks for a piece of a branch (`?before=`, `?message=`). */
  isPiece: boolean;
  /** The message of `?message=`, which a search has found; null without it. */
  foundId: string | null;
  /** A reply is running that is not on the piece. */
  isReplying: boolean;
  /** Messages that wait for the end of the running reply, without the ends of long texts. */
  queue: QueuedView[];
  /** The queued message whose form is open (`?queued=`), with its whole text. */
  editedInQueue: string | null;
  models: ModelOption[];
  /** Model of the next message; null when none is set up. */
  model: ModelOption | null;
  /** The endpoint whose key is missing, and the kind of the key; null when no key is missing. */
  missingKey: { name: Endpoint; label: string; kind: OwnKeyKind } | null;
  /** Output settings that the model's images or videos offer. */
  choices: OfferedChoice[];
  /** Output settings of the last image or video in this conversation. */
  lastChoice: MediaChoice;
  /** The requested model id, when its maker retired it and `model` replaced it. */
  retired: string | null;
  /** Id of the chosen model when it is no longer available: the user chooses before the next message. */
  gone: string | null;
  /** Options of the next message; null when its model has none. */
  options: OptionsView | null;
  /** The reader's presets, shown beside the options; null without options. */
  presets: PresetName[] | null;
  /** The address opens the options. */
  opensOptions: boolean;
  draft: string;
  /** Attached files that were not sent. */
  draftFiles: FileView[];
  prompt: string | null;
  /** The text of the address was too long, and `prompt` is its beginning. */
  isPromptCut: boolean;
  /** The box gets the focus: the reader has come to write. */
  opensForWriting: boolean;
  sendId: string;
  appTitle: string;
}
