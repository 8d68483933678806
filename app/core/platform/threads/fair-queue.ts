interface FairQueueOptions {
  /** How many may run at a time, and how many of them for one owner. */
  running: number;
  runningEach: number;
  /** How many may wait, and how many of them for one owner. */
  waiting: number;
  waitingEach: number;
}

interface Owner {
  running: number;
  waiting: (() => void)[];
}

export interface FairQueue {
  /** Waits for a turn. @returns what ends the turn; null when too many wait already */
  enter: (owner: string) => Promise<(() => void) | null>;
}

/**
 * Turns that owners take in rotation: whoever asks for a hundred waits behind somebody who asks for one, and never
 * has all places.
 */
export function fairQueue({ running, runningEach, waiting, waitingEach }: FairQueueOptions): FairQueue {
  /** In order of their next turn. Owners that neither run nor wait are forgotten. */
  const owners = new Map<string, Owner>();
  let active = 0;
  let queued = 0;

  function leave(name: string): void {
    const owner = owners.get(name);
    active -= 1;
    if (owner) {
      owner.running -= 1;
      toEnd(name, owner);
    }
    admitNext();
  }

  function admitNext(): void {
    for (const [name, owner] of owners) {
      if (active >= running) return;
      if (owner.running >= runningEach || owner.waiting.length === 0) continue;
      queued -= 1;
      const start = owner.waiting.shift();
      begin(name, owner);
      start?.();
    }
  }

  function begin(name: string, owner: Owner): void {
    active += 1;
    owner.running += 1;
    toEnd(name, owner);
  }

  /** To the end of the rotation, or out of it. */
  function toEnd(name: string, owner: Owner): void {
    owners.delete(name);
    if (owner.running > 0 || owner.waiting.length > 0) owners.set(name, owner);
  }

  return {
    async enter(name) {
      const owner = owners.get(name) ?? { running: 0, waiting: [] };
      const mayRun = active < running && owner.running < runningEach && owner.waiting.length === 0;
      if (!mayRun && (queued >= waiting || owner.waiting.length >= waitingEach)) return null;
      owners.set(name, owner);
      if (mayRun) begin(name, owner);
      else {
        queued += 1;
        await new Promise<void>((resolve) => owner.waiting.push(resolve));
      }
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        leave(name);
      };
    },
  };
}
