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
