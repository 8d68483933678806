import type { Have, ReplyGrowth } from '#app/contracts/browser-stream.ts';
import type { FinalState, ReplyCursor, ReplyEnd } from '#app/contracts/generation.ts';

/** A reply as a screen shows it. */
export interface LiveReply {
  text: string;
  thinking: string;
  state: 'running' | FinalState;
  end: ReplyEnd | null;
}

/** What a page brought with it: the text so far, and the cursor that belongs to exactly that text. */
export interface InitialReply {
  text: string;
  thinking: string;
  cursor: ReplyCursor;
}

interface Held {
  number: number;
  text: string;
  thinking: string;
  end: ReplyEnd | null;
}

/** Ended replies kept for tabs that open a moment later. */
const KEPT_ENDED = 50;

/** The replies that this tab knows, fed by the stream or by another tab, in whatever order it arrives. */
export function createReplyStore() {
  const replies = new Map<string, Held>();

  /** Takes over what a page brought, unless as much is known already. */
  function seed(generationId: string, { text, thinking, cursor }: InitialReply): void {
    const held = replies.get(generationId);
    if (!held || held.number < cursor.number)
      replies.set(generationId, { number: cursor.number, text, thinking, end: null });
  }

  /**
   * Adds what is new; what is known already changes nothing.
   * @returns `gap` when a stretch before it is missing: nothing was added then
   */
  function grow({ generationId, number, text, thinking, end }: ReplyGrowth): 'grown' | 'known' | 'gap' {
    const held = replies.get(generationId) ?? { number: 0, text: '', thinking: '', end: null };
    if (held.end !== null || number <= held.number) return 'known';
    if ((text?.at ?? 0) > held.text.length || (thinking?.at ?? 0) > held.thinking.length) return 'gap';
    replies.set(generationId, held);
    if (text) held.text = held.text.slice(0, text.at) + text.text;
    if (thinking) held.thinking = held.thinking.slice(0, thinking.at) + thinking.text;
    held.number = number;
    if (end) {
      held.end = end;
      forgetOldest();
    }
    return 'grown';
  }

  function forgetOldest(): void {
    const ended = [...replies].filter(([, held]) => held.end !== null);
    for (const [id] of ended.slice(0, Math.max(0, ended.length - KEPT_ENDED))) replies.delete(id);
  }

  function read(generationId: string): LiveReply | undefined {
    const held = replies.get(generationId);
    if (!held) return undefined;
    const { text, thinking, end } = held;
    return { text, thinking, state: end?.state ?? 'running', end };
  }

  /** Cursors of the replies that have not ended. */
  function have(): Have {
    const cursors = new Map<string, ReplyCursor>();
    for (const [id, held] of replies)
      if (held.end === null)
        cursors.set(id, { number: held.number, text: held.text.length, thinking: held.thinking.length });
    return cursors;
  }

  /** What another tab lacks of one reply; undefined when it lacks nothing or the reply is not known here. */
  function since(generationId: string, cursor: ReplyCursor): ReplyGrowth | undefined {
    const held = replies.get(generationId);
    if (!held || held.number <= cursor.number) return undefined;
    return {
      type: 'reply',
      generationId,
      number: held.number,
      text: { at: cursor.text, text: held.text.slice(cursor.text) },
      thinking: { at: cursor.thinking, text: held.thinking.slice(cursor.thinking) },
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
