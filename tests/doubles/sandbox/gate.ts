import { wait, type Peer } from './wait.ts';

/** Where streams wait for each other before their first word: a crowd that is to speak at the same time. */
export class Gate {
  private readonly waiting = new Set<() => void>();

  /** How many wait. */
  get size(): number {
    return this.waiting.size;
  }

  /**
   * Resolves when the gate is opened or the client leaves; after the opening at a random moment within `pace`
   * milliseconds, as streams speak that did not begin together.
   */
  async pass(peer: Peer, pace: number): Promise<void> {
    if (peer.destroyed) return;
    await new Promise<void>((resolve) => {
      const go = () => {
        this.waiting.delete(go);
        peer.off('close', go);
        resolve();
      };
      this.waiting.add(go);
      peer.once('close', go);
    });
    await wait(Math.random() * pace, peer);
  }

  open(): void {
    for (const go of this.waiting) go();
  }
}
