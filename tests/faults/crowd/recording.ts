import type { ReplyEnd } from '#app/contracts/generation.ts';

/** One reply as one reader saw it, byte by byte. */
export interface ReplyRecording {
  /** Number of the last event. */
  number: number;
  text: string;
  thinking: string;
  end: ReplyEnd | null;
  /** Gaps, rewritten bytes and anything after the end: none are allowed. */
  faults: string[];
}

/** One send as its user saw it. */
export interface SendRecording {
  person: string;
  messageId: string;
  text: string;
  /** The application's acknowledgement of the send; null before that. */
  acknowledged: { conversationId: string; generationId: string; promptId: string; replyId: string } | null;
  /** Number of tries until the send was accepted. */
  tries: number;
}

/** Everything that users saw in one round; besides the database the audit reads nothing else. */
export interface Recordings {
  sends: SendRecording[];
  replies: Map<string, ReplyRecording>;
}

/** Adds a piece to a reader's text; a piece must begin where the last one ended, or repeat it exactly. */
export function addPiece(
  recording: ReplyRecording,
  kind: 'text' | 'thinking',
  piece: { at: number; text: string },
): void {
  const have = recording[kind];
  if (piece.at > have.length) {
    recording.faults.push(`${kind}: gap from ${have.length} to ${piece.at}`);
    return;
  }
  const overlap = have.slice(piece.at, piece.at + piece.text.length);
  if (!piece.text.startsWith(overlap)) recording.faults.push(`${kind}: rewritten at ${piece.at}`);
  recording[kind] = have + piece.text.slice(have.length - piece.at);
}
