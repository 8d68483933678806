import type { Random } from '../faults/random.ts';

/** Cuts bytes into pieces of the sizes that a socket might deliver: one by one, a few, or all. */
export function cutAtRandom(random: Random, bytes: Uint8Array): Uint8Array[] {
  const largest = random.pick([1, 3, 17, 400, bytes.length + 1]);
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    const size = random.whole(1, largest);
    pieces.push(bytes.subarray(at, at + size));
    at += size;
  }
  return pieces;
}

/** Flips, drops and repeats some bytes, or cuts the end off, even in the middle of a character. */
export function spoilBytes(random: Random, bytes: Uint8Array): Uint8Array {
  const spoilt = [...bytes];
  for (let count = random.whole(1, 4); count > 0 && spoilt.length > 0; count -= 1) {
    const at = random.whole(0, spoilt.length - 1);
    switch (random.whole(0, 3)) {
      case 0:
        spoilt[at] = random.whole(0, 255);
        break;
      case 1:
        spoilt.splice(at, random.whole(1, 40));
        break;
      case 2:
        spoilt.splice(at, 0, ...spoilt.slice(at, at + random.whole(1, 200)));
        break;
      default:
        spoilt.length = at;
    }
  }
  return Uint8Array.from(spoilt);
}
