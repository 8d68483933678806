import type { BranchMessage } from '#app/contracts/chat.ts';
import type { ReplyCursor } from '#app/contracts/generation.ts';

/** A message as the screen shows it: with its text as HTML, rendered on the server. */
export interface ViewMessage extends BranchMessage {
  /** Absent for a message without text. Of a reply that grows: the blocks that are complete. */
  html: string | null;
  /** Of a reply that grows: the cursor of its text so far, and how much of that text `html` shows. */
  soFar: { cursor: ReplyCursor; shown: number } | null;
}
