/** The counts of an import, as its page shows them. */
export interface ImportReport {
  /** Names of products. */
  sources: string[];
  chats: ReportSums;
  messages: ReportSums;
  /** Records that were left out or changed, by reason. */
  reasons: ReportReason[];
}

interface ReportSums {
  read: number;
  created: number;
  /** Absent for messages: a message is not extended. */
  extended?: number;
  present: number;
  omitted: number;
}

/** A reason, with some titles or names of files that it applied to. */
export interface ReportReason {
  /** Key of its text. */
  reason: ReasonKey;
  count: number;
  examples: string[];
}

export type ReasonKey =
  | `chat.${'too_large' | 'too_deep' | 'broken' | 'unknown' | 'no_messages'}`
  | `file.${'cut' | 'foreign' | 'bomb' | 'encrypted' | 'damaged' | 'too_many_files' | 'other'}`
  | `message.${'system' | 'tool' | 'hidden' | 'failed' | 'empty' | 'duplicate' | 'surplus'}`
  | `note.${'image' | 'file' | 'cut' | 'orphan' | 'cycle'}`;
