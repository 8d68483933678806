import type { MediaInProgress } from '#app/contracts/media/making.ts';
import type { EndpointActions } from '#app/contracts/endpoints/facts.ts';
import type { BranchMessage } from '#app/contracts/chat.ts';
import type { ReplyCursor } from '#app/contracts/generation.ts';

/** A message as the screen shows it: a reply has its text as HTML, rendered on the server. */
export interface ViewMessage extends BranchMessage {
  /** Signature: the model's name, or the sender's own name. */
  signature: string;
  /** Actions that its endpoint supports. */
  actions: EndpointActions;
  /** Null for a user's message and for a reply without text. For a growing reply: the complete blocks. */
  html: string | null;
  /** Progress of a reply that is an image or a video in progress. */
  making: MediaInProgress | null;
  /** True for a reply on the reader's own key: it cost nothing here. */
  ownKey: boolean;
  /** For a growing reply: the cursor of its text so far, and the length of that text that `html` shows. */
  soFar: { cursor: ReplyCursor; shown: number } | null;
}
