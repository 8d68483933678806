import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Oklch = [lightness: number, chroma: number, hue: number];

const TOKENS = readTokens(readFileSync(new URL('./tokens.css', import.meta.url), 'utf8'));
const GROUNDS = ['surface', 'surface-raised', 'surface-sunken'];
const WORDS = ['text', 'text-muted', 'text-faint', 'accent', 'good', 'warn', 'bad'];
const FILLS = ['accent', 'accent-strong', 'good', 'bad'];
const TONES = ['accent', 'good', 'warn', 'bad'];
const TINTS = [...TOKENS.keys()].filter((name) => name.startsWith('tint-'));

/**
 * Pairs of foreground and background that components use, with the ratio of WCAG 2.2 that each must reach.
 */
const PAIRS: [string, string, number][] = [
  ...GROUNDS.flatMap((ground) => WORDS.map((words): [string, string, number] => [words, ground, 4.5])),
  ...FILLS.map((fill): [string, string, number] => ['accent-text', fill, 4.5]),
  ...TONES.map((tone): [string, string, number] => [tone, `${tone}-soft`, 4.5]),
  ...TONES.map((tone): [string, string, number] => ['text', `${tone}-soft`, 4.5]),
  ...TONES.map((tone): [string, string, number] => ['text-muted', `${tone}-soft`, 4.5]),
  ...TINTS.map((tint): [string, string, number] => ['text', tint, 4.5]),
  ['surface', 'text', 4.5],
  ...GROUNDS.map((ground): [string, string, number] => ['line-strong', ground, 3]),
  ['series-1', 'surface-raised', 3],
  ['series-2', 'surface-raised', 3],
  ['series-1', 'surface-sunken', 3],
];

describe.each(['light', 'dark'] as const)('contrast in the %s theme', (theme) => {
  it.each(PAIRS)('%s on %s is at least %d:1', (front, back, ratio) => {
    expect(contrast(tokenOf(front)[theme], tokenOf(back)[theme])).toBeGreaterThanOrEqual(ratio);
  });
});

/** Surfaces that are raised or sunken must be distinguishable from the page without a border. */
const DEPTH = 1.15;

describe.each(['light', 'dark'] as const)('depth in the %s theme', (theme) => {
  it.each(['surface-raised', 'surface-sunken'])('%s differs from the surface', (ground) => {
    expect(contrast(tokenOf(ground)[theme], tokenOf('surface')[theme])).toBeGreaterThanOrEqual(DEPTH);
  });

  it('raised is lighter, sunken is darker', () => {
    const [sunken = 0, level = 0, raised = 0] = ['surface-sunken', 'surface', 'surface-raised'].map(
      (ground) => luminance(tokenOf(ground)[theme]),
    );
    expect([sunken < level, level < raised]).toEqual([true, true]);
  });
});

describe('contrast', () => {
  it('is 21 between black and white', () => {
    expect(contrast([0, 0, 0], [1, 0, 0])).toBeCloseTo(21, 1);
  });

  it('matches a known sRGB value: #767676 on white is 4.54', () => {
    expect(contrast([0.5648, 0, 0], [1, 0, 0])).toBeCloseTo(4.54, 1);
  });
});

function tokenOf(name: string): { light: Oklch; dark: Oklch } {
  const token = TOKENS.get(name);
  if (!token) throw new Error(`No colour ${name} in tokens.css`);
  return token;
}

function readTokens(css: string): Map<string, { light: Oklch; dark: Oklch }> {
  const colour = String.raw`oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)`;
  const line = new RegExp(String.raw`--color-([\w-]+): light-dark\(${colour}, ${colour}\);`, 'g');
  return new Map(
    [...css.matchAll(line)].map(([, name = '', ...numbers]) => {
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers.map(Number);
      return [name, { light: [a, b, c], dark: [d, e, f] }];
    }),
  );
}

function contrast(one: Oklch, other: Oklch): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Relative luminance of a colour on a screen: OKLCH to linear sRGB, clipped to the sRGB range. */
function luminance([lightness, chroma, hue]: Oklch): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s;
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s;
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s;
  const cut = (value: number) => Math.min(1, Math.max(0, value));
  return 0.2126 * cut(red) + 0.7152 * cut(green) + 0.0722 * cut(blue);
}
