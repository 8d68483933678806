import type { ProviderEvent } from '../contract.ts';

/** Words of a stream: what nearly all of its chunks bring. */
type Words = Extract<ProviderEvent, { type: 'text' | 'thinking' }>;

/** What would end a JSON string, or has to be read as an escape. */
const NOT_PLAIN = /["\\\p{Cc}]/u;
/** Stands for the words of a chunk when its shape is tried. */
const PROBE = 'any other words';
/** Streams whose chunks differ in more than their words, as by a random filling, are not tried for ever. */
const MOST_SHAPES = 4;

/**
 * Knows the next chunk of a stream by the last one: most differ in their words alone, and to parse the whole of each is
 * the most costly part of reading a stream.
 */
export class RepeatedChunk {
  private head = '';
  private tail = '';
  private type: Words['type'] | null = null;
  private shapes = 0;

  /** What a chunk says that is like the last one but for its words; null for any other, which has to be parsed. */
  read(data: string): Words | null {
    const { head, tail, type } = this;
    if (type === null || data.length <= head.length + tail.length) return null;
    const end = data.length - tail.length;
    // By slices, since `startsWith` and `endsWith` go letter by letter and take twice as long.
    if (data.slice(0, head.length) !== head || data.slice(end) !== tail) return null;
    const text = data.slice(head.length, end);
    return NOT_PLAIN.test(text) ? null : { type, text };
  }

  /**
   * Remembers the shape of a chunk that was parsed and said `words` and nothing else.
   * @param parse what a chunk says to who has heard none before: asked whether other words in this place are all that
   *   changes
   */
  learn(data: string, { type, text }: Words, parse: (data: string) => ProviderEvent[]): void {
    if (this.shapes >= MOST_SHAPES || NOT_PLAIN.test(text)) return;
    this.shapes += 1;
    const at = data.lastIndexOf(`"${text}"`) + 1;
    if (at === 0) return;
    const head = data.slice(0, at);
    const tail = data.slice(at + text.length);
    const [probed, ...others] = parse(head + PROBE + tail);
    if (others.length > 0 || probed?.type !== type || probed.text !== PROBE) return;
    Object.assign(this, { head, tail, type });
  }
}
