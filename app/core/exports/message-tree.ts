import { AppError } from '#app/contracts/errors.ts';
import { NESTED_MAX } from '#app/contracts/exports/export-options.ts';
import type { MessageLink } from '#app/core/conversations/messages/whole-conversation.ts';

/** A message in the order of a nested export. */
export interface NestedPlace {
  position: number;
  /** 1 for a first message. */
  depth: number;
}

const NONE = 0;

/**
 * The tree of a conversation by positions, which begin at 1: three numbers for each message. Nothing in it is
 * recursive, so that no shape of a conversation can exhaust the stack.
 */
export class MessageTree {
  readonly #firstChild: number[] = [NONE];
  readonly #lastChild: number[] = [NONE];
  readonly #nextSibling: number[] = [NONE];
  readonly #depth: number[] = [0];

  /**
   * Adds messages, each after its parent.
   * @throws AppError invalid_request for `order` when a message is nested deeper than NESTED_MAX
   */
  add(links: readonly MessageLink[]): void {
    for (const { position, parent } of links) {
      // A parent that is missing or later would make a circle: the message becomes a first one.
      const above = parent !== null && parent < position && this.#depth[parent] ? parent : NONE;
      const depth = this.#depth[above]! + 1;
      if (depth > NESTED_MAX)
        throw new AppError('invalid_request', {
          param: 'order',
          message: `order: this chat is deeper than ${NESTED_MAX} messages; export it in sequence.`,
          params: { max: NESTED_MAX },
        });
      this.#depth[position] = depth;
      const last = this.#lastChild[above];
      if (last) this.#nextSibling[last] = position;
      else this.#firstChild[above] = position;
      this.#lastChild[above] = position;
    }
  }

  /** Yields the messages in the order of a nested file: each message, then all messages below it. */
  *nested(): Generator<NestedPlace> {
    const branch: number[] = [];
    for (let at = this.#firstChild[NONE]; at;) {
      yield { position: at, depth: this.#depth[at]! };
      branch.push(at);
      let next = this.#firstChild[at];
      while (!next && branch.length > 0) next = this.#nextSibling[branch.pop()!];
      at = next;
    }
  }
}
