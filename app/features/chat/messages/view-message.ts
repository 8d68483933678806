import type { BranchMessage } from '#app/contracts/chat.ts';

/** A message as the screen shows it: with its text as HTML, rendered on the server. */
export interface ViewMessage extends BranchMessage {
  /** Absent while the reply grows and for a message without text. */
  html: string | null;
}
