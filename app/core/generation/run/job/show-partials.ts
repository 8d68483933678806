import { lookAtPicture } from '#app/core/files/media/media-in-memory.ts';
import type { Generation } from '#app/core/generation/record/row.ts';
import { keepPartial, leavePartial } from '#app/core/generation/stream/partial-picture.ts';
import { logger } from '#app/core/platform/logger.ts';
import type { MediaPartial } from '#app/core/providers/contract.ts';
import { publishUserEvents } from '#app/core/realtime/user-events.ts';

/**
 * Shows the unfinished pictures of a run to the tabs and devices of its owner. They are small copies, each in the place of
 * the one before: what Redis and its readers hold of a run does not grow, however large the pictures are. One that comes
 * while another is made small replaces whatever waits, and one that is no picture is passed over.
 */
export class PartialPictures {
  readonly #generation: Generation;
  #waiting: MediaPartial | null = null;
  #showing: Promise<void> | null = null;
  #shown = 0;

  constructor(generation: Generation) {
    this.#generation = generation;
  }

  show(partial: MediaPartial): void {
    this.#waiting = partial;
    this.#showing ??= this.#showWaiting();
  }

  /** No further one comes. Never fails. */
  async end(): Promise<void> {
    await this.#showing;
    if (this.#shown > 0) await leavePartial(this.#generation.id).catch(() => undefined);
  }

  async #showWaiting(): Promise<void> {
    while (this.#waiting) {
      const { bytes } = this.#waiting;
      this.#waiting = null;
      await this.#showOne(bytes);
    }
    this.#showing = null;
  }

  async #showOne(bytes: Buffer): Promise<void> {
    const { id: generationId, userId } = this.#generation;
    try {
      const { thumbnail } = await lookAtPicture(bytes, 'partial', { account: userId });
      const number = this.#shown + 1;
      await keepPartial(generationId, { number, bytes: thumbnail });
      this.#shown = number;
      await publishUserEvents(userId, [{ type: 'partial', generationId, number }]);
    } catch (error) {
      logger().warn({ generationId, error: (error as Error).message }, 'an unfinished picture is not shown');
    }
  }
}
