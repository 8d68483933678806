/** Writes bits in the order of H.264, the highest first. */
export class BitWriter {
  readonly #bytes: number[] = [];
  #open = 0;
  #count = 0;

  /** A number with a fixed count of bits. */
  fixed(value: number, length: number): this {
    for (let place = length - 1; place >= 0; place -= 1) this.#bit((value >> place) & 1);
    return this;
  }

  /** Numbers in as few bits as possible (Exp-Golomb). */
  short(...values: number[]): this {
    for (const value of values) {
      const length = 32 - Math.clz32(value + 1);
      this.fixed(0, length - 1).fixed(value + 1, length);
    }
    return this;
  }

  /** Fills the last byte with zeros. */
  align(): this {
    while (this.#count > 0) this.#bit(0);
    return this;
  }

  /** Ends a unit: a one, then zeros. */
  end(): Buffer {
    return this.fixed(1, 1).bytes();
  }

  bytes(): Buffer {
    this.align();
    return Buffer.from(this.#bytes);
  }

  #bit(bit: number): void {
    this.#open = (this.#open << 1) | bit;
    this.#count += 1;
    if (this.#count < 8) return;
    this.#bytes.push(this.#open);
    this.#open = 0;
    this.#count = 0;
  }
}
