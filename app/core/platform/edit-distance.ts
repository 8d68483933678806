/**
 * How many letters must be put in, taken out or changed to make one text of the other.
 * @param most nobody asks about more: the answer is then `most + 1`
 */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let above = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const changed = above[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1);
      line.push(Math.min(changed, above[column]! + 1, line[column - 1]! + 1));
    }
    if (Math.min(...line) > most) return most + 1;
    above = line;
  }
  return Math.min(above[b.length]!, most + 1);
}
