import { wait, type Peer } from './wait.ts';

/** Gates by name, where answers wait until a test opens them. */
export class Gates {
  private readonly waiting = new Set<{ name: string; go: () => void }>();

  /** How many answers wait at this gate; null: at all gates. */
  count(name: string | null): number {
    return this.at(name).length;
  }

  /**
   * Resolves when the gate is opened or the client leaves; after the opening at a random moment within `pace`
   * milliseconds, like streams that did not start together.
   */
  async pass(name: string, peer: Peer, pace: number): Promise<void> {
    if (peer.destroyed) return;
    await new Promise<void>((resolve) => {
      const go = () => {
        this.waiting.delete(one);
        peer.off('close', go);
        resolve();
      };
      const one = { name, go };
      this.waiting.add(one);
      peer.once('close', go);
    });
    await wait(Math.random() * pace, peer);
  }

  /** Lets the answers continue that wait at this gate now; null: at all gates. */
  open(name: string | null): void {
    for (const { go } of this.at(name)) go();
  }

  private at(name: string | null) {
    return [...this.waiting].filter((one) => name === null || one.name === name);
  }
}
