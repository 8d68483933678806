/** The first letters of base64 of files that models take, by their types. */
const BEGINNINGS: readonly (readonly [RegExp, string])[] = [
  [/^iVBORw0KGgo/, 'image/png'],
  [/^\/9j\//, 'image/jpeg'],
  [/^R0lGOD[dl]/, 'image/gif'],
  [/^UklGR.{6}XRUJQ/, 'image/webp'],
  [/^JVBERi0/, 'application/pdf'],
];

/** Names of types that are no types. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'application/x-pdf': 'application/pdf',
};

/** The media type of a file: its first bytes decide, then its label. */
export function typeOfBase64(base64: string, label: string): string {
  const known = BEGINNINGS.find(([beginning]) => beginning.test(base64));
  const named = label.toLowerCase();
  return known?.[1] ?? OTHER_NAMES[named] ?? named;
}

const DATA_URL = /^data:([\w/+.-]+)(?:;[\w=-]+)*;base64,/;

/** The type, by its bytes, and the base64 of a data: URL; null for an address. */
export function readDataUrl(url: string): { type: string; base64: string } | null {
  const match = DATA_URL.exec(url);
  if (!match) return null;
  const base64 = url.slice(match[0].length);
  return { type: typeOfBase64(base64, match[1] ?? ''), base64 };
}

/** A data: URL whose label is the type of its bytes; an address as it is. */
export function relabeled(url: string): string {
  const data = readDataUrl(url);
  if (!data || url.startsWith(`data:${data.type};`)) return url;
  return `data:${data.type};base64,${data.base64}`;
}
