import { typeOfBase64 } from '#app/contracts/files/type-of-base64.ts';

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
