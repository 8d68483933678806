/** A text of each format that JSON schemas name. */
const BY_FORMAT: Readonly<Record<string, string>> = {
  'date-time': '2026-11-02T09:30:00Z',
  date: '2026-11-02',
  time: '09:30:00Z',
  duration: 'P3D',
  email: 'ada@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  uuid: '0192d6f4-8f0e-7c3a-9b1d-5e2f4a6c8b0d',
};

/** The candidates for a schema's pattern. */
const TRIED = [
  ...Object.values(BY_FORMAT),
  'a',
  'abc',
  'ABC',
  'Abc',
  'abc-1',
  'abc_1',
  'A1',
  'ABC-123',
  '1',
  '12',
  '123',
  '1234',
  '12345',
  '1.0',
  '1.0.0',
  '09:30',
  '2026',
  '2026-11',
  '#1f2e3d',
  '+4915112345678',
  'en-US',
  'EUR',
  'DE',
];

interface Wish {
  format: unknown;
  /** A regular expression, or null. */
  pattern: string | null;
  /** Bounds of its length. */
  least: number;
  most: number;
}

/** A text of the words that fits a schema's constraints; null if no candidate matches its pattern. */
export function sampleFor({ format, pattern, least, most }: Wish, words: string): string | null {
  const known =
    typeof format === 'string' && Object.hasOwn(BY_FORMAT, format) ? BY_FORMAT[format] : undefined;
  const own = known ?? fitted(words, least, most);
  if (pattern === null) return own;
  const expression = readPattern(pattern);
  const fits = (text: string) =>
    text.length >= least && text.length <= most && (expression?.test(text) ?? false);
  return [own, ...TRIED].find(fits) ?? null;
}

function fitted(words: string, least: number, most: number): string {
  return words.padEnd(least, '.').slice(0, most);
}

function readPattern(pattern: string): RegExp | null {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return null;
  }
}
