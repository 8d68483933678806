/** Base64 characters that contain the bytes needed to detect a file type. */
const HEAD_CHARACTERS = 32;

/** The first bytes (as Latin 1) of the file types that models accept, with their media types. */
const MAGIC_BYTES: readonly (readonly [RegExp, string])[] = [
  [/^\x89PNG\r\n/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF[^]{4}WEBP/, 'image/webp'],
  [/^%PDF-/, 'application/pdf'],
  [/^[^]{4}ftypqt {2}/, 'video/quicktime'],
  // Images (AVIF, HEIC, CR3) and audio (M4A) begin with the same box.
  [/^[^]{4}ftyp(?!avi[fs]|mif1|msf1|he[iv]|crx|M4[ABP])/, 'video/mp4'],
  [/^[^]E\xdf\xa3/, 'video/webm'],
];

/** Non-standard names of media types. */
const TYPE_ALIASES: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'application/x-pdf': 'application/pdf',
  'video/mov': 'video/quicktime',
  'video/x-m4v': 'video/mp4',
};

/** The media type of a file: from its first bytes if known, else from its label. */
export function typeOfBase64(base64: string, label: string): string {
  const head = Buffer.from(base64.slice(0, HEAD_CHARACTERS), 'base64').toString('latin1');
  const known = MAGIC_BYTES.find(([beginning]) => beginning.test(head));
  const named = label.toLowerCase();
  return known?.[1] ?? TYPE_ALIASES[named] ?? named;
}

/** Browser recorders add their codecs: `;codecs=vp8,opus`. */
const DATA_URL = /^data:([\w/+.-]+)(?:;[^;]{1,128}){0,4};base64,/;

/** The type (detected from the bytes) and the base64 of a data: URL; null for any other URL. */
export function readDataUrl(url: string): { type: string; base64: string } | null {
  const match = DATA_URL.exec(url);
  if (!match) return null;
  const base64 = url.slice(match[0].length);
  return { type: typeOfBase64(base64, match[1] ?? ''), base64 };
}

/** Whether a data: URL contains a video, detected from the bytes. */
export function isVideoUrl(url: string): boolean {
  return readDataUrl(url)?.type.startsWith('video/') ?? false;
}

/** Corrects the label of a data: URL to the type of its bytes; returns any other URL unchanged. */
export function withDetectedType(url: string): string {
  const data = readDataUrl(url);
  if (!data || url.startsWith(`data:${data.type};base64,`)) return url;
  return `data:${data.type};base64,${data.base64}`;
}
