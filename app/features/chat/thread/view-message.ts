import type { Making } from '#app/contracts/media/making.ts';
import type { EndpointActions } from '#app/contracts/endpoints/facts.ts';
import type { BranchMessage } from '#app/contracts/chat.ts';
import type { ReplyCursor } from '#app/contracts/generation.ts';

/** A message as the screen shows it: a reply with its text as HTML, rendered on the server. */
export interface ViewMessage extends BranchMessage {
  /** Who it is signed with: the model's name, or the sender's own. */
  signature: string;
  /** What its endpoint can do with it. */
  actions: EndpointActions;
  /** Absent for what a person wrote, and for a reply without text. Of a reply that grows: the blocks that are complete. */
  html: string | null;
  /** Of a reply that is a picture or a video on its way: how far it is. */
  making: Making | null;
  /** Of a reply that ran on the reader's own key: it cost nothing here. */
  ownKey: boolean;
  /** Of a reply that grows: the cursor of its text so far, and how much of that text `html` shows. */
  soFar: { cursor: ReplyCursor; shown: number } | null;
}
