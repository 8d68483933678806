import { writeHave, type Piece, type ReplyGrowth, type StreamItem } from '#app/contracts/browser-stream.ts';
import type { NumberedEvent, ReplyCursor } from '#app/contracts/generation.ts';

/** One batch of a browser's stream. */
export interface Batch {
  /** What the reader has of every unfinished reply once it has this batch. */
  id: string;
  items: StreamItem[];
}

/**
 * What a reader has and what waits to be sent to it. Pieces of one reply that wait together become one, so
 * that a batch has at most one item for each reply, and a list of everything else.
 */
export function createPendingItems() {
  const cursors = new Map<string, ReplyCursor>();
  const growing = new Map<string, ReplyGrowth>();
  let others: StreamItem[] = [];
  let size = 0;

  function addEvent(generationId: string, { number, event }: NumberedEvent): void {
    const growth: ReplyGrowth = growing.get(generationId) ?? { type: 'reply', generationId, number };
    growing.set(generationId, growth);
    growth.number = Math.max(growth.number, number);
    if (event.type === 'end') growth.end = event;
    else {
      growth[event.type] = join(growth[event.type], event);
      size += event.text.length;
    }
  }

  /** Everything that waits, taken out; the cursors are those after it. */
  function take(): Batch {
    for (const growth of growing.values()) {
      if (growth.end) cursors.delete(growth.generationId);
      else cursors.set(growth.generationId, after(growth, cursors.get(growth.generationId)));
    }
    const items = [...others, ...growing.values()];
    others = [];
    growing.clear();
    size = 0;
    return { id: writeHave(cursors), items };
  }

  return {
    begin: (generationId: string, cursor: ReplyCursor) => void cursors.set(generationId, cursor),
    addEvent,
    add(item: StreamItem): void {
      others.push(item);
      size += 100;
    },
    take,
    /** Characters that wait, roughly. */
    size: () => size,
    isEmpty: () => others.length === 0 && growing.size === 0,
  };
}

function join(before: Piece | undefined, { at, text }: Piece): Piece {
  return before ? { at: before.at, text: before.text + text } : { at, text };
}

function after(growth: ReplyGrowth, before: ReplyCursor | undefined): ReplyCursor {
  return {
    number: growth.number,
    text: growth.text ? growth.text.at + growth.text.text.length : (before?.text ?? 0),
    thinking: growth.thinking ? growth.thinking.at + growth.thinking.text.length : (before?.thinking ?? 0),
  };
}
