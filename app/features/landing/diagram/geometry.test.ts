import { describe, expect, it } from 'vitest';
import { LAYOUTS, linesOf, NODES, placeOf } from './geometry.ts';

const numbersOf = (path: string) => path.match(/-?[\d.]+/g)!.map(Number);

describe.each(['wide', 'narrow'] as const)('the %s diagram', (name) => {
  const layout = LAYOUTS[name];

  it.each([false, true])('keeps every node and line inside the image, mirrored: %s', (isMirrored) => {
    const { width, height, nodeWidth, nodeHeight } = layout;
    for (const node of NODES) {
      const [x, y] = placeOf(layout, node, isMirrored);
      expect(x - nodeWidth / 2).toBeGreaterThanOrEqual(0);
      expect(x + nodeWidth / 2).toBeLessThanOrEqual(width);
      expect(y - nodeHeight / 2).toBeGreaterThanOrEqual(0);
      expect(y + nodeHeight / 2).toBeLessThanOrEqual(height);
    }
    for (const { path } of linesOf(layout, isMirrored)) {
      const numbers = numbersOf(path);
      expect(numbers).toHaveLength(8);
      for (const x of numbers.filter((_, index) => index % 2 === 0)) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x).toBeLessThanOrEqual(width);
      }
    }
  });

  it('has no overlapping nodes', () => {
    const places = NODES.map((node) => placeOf(layout, node, false));
    for (const [index, [x, y]] of places.entries())
      for (const [otherX, otherY] of places.slice(index + 1))
        expect(Math.abs(x - otherX) >= layout.nodeWidth || Math.abs(y - otherY) >= layout.nodeHeight).toBe(
          true,
        );
  });

  it('is symmetrical to its mirrored form', () => {
    const [line] = linesOf(layout, false);
    const [mirrored] = linesOf(layout, true);
    const turned = numbersOf(line!.path).map((value, index) =>
      index % 2 === 0 ? layout.width - value : value,
    );
    expect(numbersOf(mirrored!.path)).toEqual(turned);
  });
});
