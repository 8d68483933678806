import type { Random } from '../faults/random.ts';

/** Values that no field expects. */
const STRANGERS: readonly unknown[] = [
  null,
  true,
  '',
  'x',
  '\u0000\uD83D',
  0,
  -1,
  -0.5,
  1e21,
  Number.MAX_SAFE_INTEGER,
  [],
  {},
  [null, [], 'x'],
  { toString: 'x', constructor: null, length: -1 },
];

/** Numbers that JSON can express and `JSON.stringify` cannot. */
const WILD_NUMBERS = ['1e999', '-1e999', '-0', '1e-999', '123456789012345678901234567890'];

const DEPTHS = [3, 200, 20_000];

/**
 * One JSON text, changed at random positions: another type or value, a missing or repeated one, deep nesting,
 * an extreme number.
 */
export function mutateJson(random: Random, text: string, times = 1): string {
  const root: { value?: unknown } = { value: JSON.parse(text) };
  /** Text that no value can represent is inserted at the end, in the place of its marker. */
  const raws: string[] = [];
  for (let count = 0; count < times; count += 1) change(random, root, raws);
  const written = JSON.stringify(root.value) ?? '';
  return raws.reduceRight((all, raw, number) => all.replaceAll(markOf(number), () => raw), written);
}

function change(random: Random, root: Holder, raws: string[]): void {
  const places = placesIn(root);
  if (places.length === 0) return;
  const { holder, key } = random.pick(places);
  const old = holder[key];
  switch (random.whole(0, 5)) {
    case 0:
      delete holder[key];
      return;
    case 1:
      holder[key] = `@${raws.push(random.pick(WILD_NUMBERS)) - 1}@`;
      return;
    case 2:
      holder[key] = `@${raws.push(nest(random, old)) - 1}@`;
      return;
    case 3:
      holder[key] = [old, structuredClone(old)];
      return;
    case 4: {
      const other = random.pick(places);
      holder[key] = structuredClone(other.holder[other.key]);
      return;
    }
    default:
      holder[key] = structuredClone(random.pick(STRANGERS));
  }
}

function markOf(number: number): string {
  return `"@${number}@"`;
}

type Holder = Record<string, unknown>;

function placesIn(root: Holder): { holder: Holder; key: string }[] {
  const places: { holder: Holder; key: string }[] = [];
  const visit = (holder: Holder) => {
    for (const [key, value] of Object.entries(holder)) {
      places.push({ holder, key });
      if (typeof value === 'object' && value !== null) visit(value as Holder);
    }
  };
  visit(root);
  return places;
}

/** A value inside of many lists, or of many parts of the kinds that readers descend into. */
function nest(random: Random, value: unknown): string {
  const depth = random.pick(DEPTHS);
  const [open, close] = random.pick([
    ['[', ']'],
    ['{"a":', '}'],
    ['[{"type":"text","text":', '}]'],
    ['[{"type":"thinking","thinking":', '}]'],
    ['{"error":', '}'],
    ['{"message":', '}'],
  ] as const);
  return open.repeat(depth) + (JSON.stringify(value) ?? 'null') + close.repeat(depth);
}
