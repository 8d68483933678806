const DATA_URL = /^data:([\w/+.-]+)(?:;[\w=-]+)*;base64,/;

/** The type and the base64 of a data: URL; null for an address. */
export function readDataUrl(url: string): { type: string; base64: string } | null {
  const match = DATA_URL.exec(url);
  return match ? { type: (match[1] ?? '').toLowerCase(), base64: url.slice(match[0].length) } : null;
}
