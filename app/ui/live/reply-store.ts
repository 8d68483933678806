import type { CursorMap, ReplyGrowth } from '#app/contracts/browser-stream.ts';
import type { FinalState, ReplyCursor, ReplyEnd } from '#app/contracts/generation.ts';

/** A reply in the form that a screen shows. */
export interface LiveReply {
  text: string;
  thinking: string;
  state: 'running' | FinalState;
  end: ReplyEnd | null;
}

/** The initial state from the page: the text so far, and the cursor that belongs to exactly that text. */
export interface InitialReply {
  text: string;
  thinking: string;
  cursor: ReplyCursor;
}

interface StoredReply {
  number: number;
  text: string;
  thinking: string;
  end: ReplyEnd | null;
}

/** Maximum number of ended replies in memory, for tabs that open a moment later. */
const MAX_ENDED = 50;

/** The replies that this tab knows, fed by the stream or by another tab, in any order of arrival. */
export function createReplyStore() {
  const replies = new Map<string, StoredReply>();

  /** Stores the page's initial state, unless as much is known already. */
  function seed(generationId: string, { text, thinking, cursor }: InitialReply): void {
    const held = replies.get(generationId);
    if (held?.end) return;
    const known = held ? held.text.length + held.thinking.length : -1;
    if (known < text.length + thinking.length)
      replies.set(generationId, { number: cursor.number, text, thinking, end: null });
  }

  /**
   * Adds new text. Offsets decide, not numbers: a text that was read from its checkpoint repeats a number.
   * @returns `gap` if the text before the piece is missing: then nothing was added
   */
  function grow({ generationId, number, text, thinking, end }: ReplyGrowth): 'grown' | 'known' | 'gap' {
    const held = replies.get(generationId) ?? { number: 0, text: '', thinking: '', end: null };
    if (held.end !== null) return 'known';
    if ((text?.at ?? 0) > held.text.length || (thinking?.at ?? 0) > held.thinking.length) return 'gap';
    const moreText = text?.text.slice(held.text.length - text.at) ?? '';
    const moreThinking = thinking?.text.slice(held.thinking.length - thinking.at) ?? '';
    if (moreText === '' && moreThinking === '' && !end) return 'known';
    held.text += moreText;
    held.thinking += moreThinking;
    held.number = Math.max(held.number, number);
    held.end = end ?? null;
    replies.set(generationId, held);
    if (end) forgetOldest();
    return 'grown';
  }

  function forgetOldest(): void {
    const ended = [...replies].filter(([, held]) => held.end !== null);
    for (const [id] of ended.slice(0, Math.max(0, ended.length - MAX_ENDED))) replies.delete(id);
  }

  function read(generationId: string): LiveReply | undefined {
    const held = replies.get(generationId);
    if (!held) return undefined;
    const { text, thinking, end } = held;
    return { text, thinking, state: end?.state ?? 'running', end };
  }

  /** Cursors of the replies that have not ended. */
  function have(): CursorMap {
    const cursors = new Map<string, ReplyCursor>();
    for (const [id, held] of replies)
      if (held.end === null)
        cursors.set(id, { number: held.number, text: held.text.length, thinking: held.thinking.length });
    return cursors;
  }

  /**
   * The part of one reply that another tab is missing; undefined if nothing is missing or the reply is not
   * known here.
   */
  function since(generationId: string, cursor: ReplyCursor): ReplyGrowth | undefined {
    const held = replies.get(generationId);
    if (!held) return undefined;
    const text = { at: cursor.text, text: held.text.slice(cursor.text) };
    const thinking = { at: cursor.thinking, text: held.thinking.slice(cursor.thinking) };
    if (text.text === '' && thinking.text === '' && !held.end) return undefined;
    return {
      type: 'reply',
      generationId,
      number: held.number,
      text,
      thinking,
      ...(held.end && { end: held.end }),
    };
  }

  return {
    seed,
    grow,
    read,
    have,
    since,
    knows: (generationId: string) => replies.has(generationId),
    forget: (generationId: string) => replies.delete(generationId),
  };
}

export type ReplyStore = ReturnType<typeof createReplyStore>;
