import type { OwnKeyKind } from '#app/contracts/endpoints/own-keys.ts';
import type { Endpoint } from '#app/contracts/endpoints/table.ts';
import type { FileView } from '#app/contracts/files/file-view.ts';
import type { MediaChoice, OfferedChoice } from '#app/contracts/media/choice.ts';
import type { ModelOption } from '../model-option.ts';
import type { OptionsView, PresetName } from '#app/features/chat/send/options/options-view.ts';
import type { ViewMessage } from '#app/features/chat/thread/view-message.ts';

/** What the loader of a conversation's page answers. */
export interface ConversationData {
  conversationId: string | null;
  title: string;
  messages: ViewMessage[];
  /** Some message holds a formula. */
  math: boolean;
  hasEarlier: boolean;
  /** A piece above the end of the branch was asked for (`?before=`). */
  isPiece: boolean;
  /** A reply grows that is not on a piece. */
  isReplying: boolean;
  models: ModelOption[];
  /** The model of the next message; null when none is set up. */
  model: ModelOption | null;
  /** The endpoint whose key it needs, and how that is; null where none is missing. */
  missingKey: { name: Endpoint; label: string; kind: OwnKeyKind } | null;
  /** What may be chosen of the picture or the video that it makes. */
  choices: OfferedChoice[];
  /** What was chosen of the last that it made in this conversation. */
  lastChoice: MediaChoice;
  /** The id that was asked for, when its maker retired it and `model` took its place. */
  retired: string | null;
  /** What the next message is sent with; null where its model has no options. */
  options: OptionsView | null;
  /** The presets of the reader, beside the options; null where there are none. */
  presets: PresetName[] | null;
  /** The address shows them. */
  opensOptions: boolean;
  draft: string;
  /** What was attached and not sent. */
  draftFiles: FileView[];
  prompt: string | null;
  sendId: string;
  sandbox: boolean;
  appTitle: string;
}
