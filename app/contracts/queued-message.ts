import type { ErrorCode, ErrorParams } from './errors.ts';

/** Max queued messages of a chat, and of all chats of an account. */
export const MAX_QUEUED = 10;
export const MAX_QUEUED_OF_USER = 50;

/**
 * The reason why a queued message is not sent until its user acts: the end of the last reply, a deleted
 * attachment, or the error of the send.
 */
export type HoldReason = 'reply_stopped' | 'reply_failed' | 'files_deleted' | ErrorCode;

/**
 * `waiting`: sent when the running reply has ended. `next`: sent whatever the end of that reply is. `held`:
 * sent when the user asks for it. `sending`: a worker is sending it.
 */
export type QueuedState = 'waiting' | 'next' | 'held' | 'sending';

/** A queued message as the API and the pages show it. */
export interface QueuedView {
  queuedId: string;
  text: string;
  /** Ids of the files that are sent with it. */
  files: string[];
  endpoint: string;
  model: string;
  state: QueuedState;
  /** Set for a held one. */
  reason: HoldReason | null;
  /** Values that the wording of the reason names. */
  reasonParams: ErrorParams;
  createdAt: string;
}

/** The end of the text that a list shows of a longer one. */
const EXCERPT = 300;

/** The view of a queued message in a list, where a long text is not needed. */
export function shorten(view: QueuedView): QueuedView {
  return view.text.length <= EXCERPT ? view : { ...view, text: `${view.text.slice(0, EXCERPT)}…` };
}
