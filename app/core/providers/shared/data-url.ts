/** Bytes at which the type of a file is found, and the letters of base64 that hold them. */
const HEAD_LETTERS = 32;

/** The first bytes, as Latin 1, of files that models take, by their types. */
const BEGINNINGS: readonly (readonly [RegExp, string])[] = [
  [/^\x89PNG\r\n/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF[^]{4}WEBP/, 'image/webp'],
  [/^%PDF-/, 'application/pdf'],
  [/^[^]{4}ftypqt {2}/, 'video/quicktime'],
  // The same box begins pictures (AVIF, HEIC, CR3) and sound (M4A).
  [/^[^]{4}ftyp(?!avi[fs]|mif1|msf1|he[iv]|crx|M4[ABP])/, 'video/mp4'],
  [/^[^]E\xdf\xa3/, 'video/webm'],
];

/** Names of types that are no types. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'application/x-pdf': 'application/pdf',
  'video/mov': 'video/quicktime',
  'video/x-m4v': 'video/mp4',
};

/** The media type of a file: its first bytes decide, then its label. */
export function typeOfBase64(base64: string, label: string): string {
  const head = Buffer.from(base64.slice(0, HEAD_LETTERS), 'base64').toString('latin1');
  const known = BEGINNINGS.find(([beginning]) => beginning.test(head));
  const named = label.toLowerCase();
  return known?.[1] ?? OTHER_NAMES[named] ?? named;
}

/** Recorders in browsers add their codecs: `;codecs=vp8,opus`. */
const DATA_URL = /^data:([\w/+.-]+)(?:;[^;]{1,128}){0,4};base64,/;

/** The type, by its bytes, and the base64 of a data: URL; null for an address. */
export function readDataUrl(url: string): { type: string; base64: string } | null {
  const match = DATA_URL.exec(url);
  if (!match) return null;
  const base64 = url.slice(match[0].length);
  return { type: typeOfBase64(base64, match[1] ?? ''), base64 };
}

/** Whether a data: URL holds a video, by its bytes. */
export function isVideoUrl(url: string): boolean {
  return readDataUrl(url)?.type.startsWith('video/') ?? false;
}

/** A data: URL whose label is the type of its bytes; an address as it is. */
export function relabeled(url: string): string {
  const data = readDataUrl(url);
  if (!data || url.startsWith(`data:${data.type};base64,`)) return url;
  return `data:${data.type};base64,${data.base64}`;
}
