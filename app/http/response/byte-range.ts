/** A part of a file: its first and its last byte, both included. */
interface Part {
  first: number;
  last: number;
}

const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * The part of a file that a Range header asks for.
 * @returns null for the whole: where nothing, several parts, or something else than bytes is asked for;
 *   'unsatisfiable' for a part that the file does not have
 */
export function readRange(header: string | null, size: number): Part | 'unsatisfiable' | null {
  const [, from, to] = RANGE.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || from + to === '') return null;
  const part =
    from === ''
      ? { first: Math.max(0, size - Number(to)), last: size - 1 }
      : { first: Number(from), last: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
  if (from !== '' && to !== '' && Number(to) < Number(from)) return null;
  return part.first > part.last ? 'unsatisfiable' : part;
}

/** Whether an If-None-Match header names what is there. */
export function isKnown(header: string | null, etag: string): boolean {
  if (header === null) return false;
  return header
    .slice(0, 4096)
    .split(',')
    .some((one) => one.trim().replace(/^W\//, '') === etag || one.trim() === '*');
}

/** How a download is called: in ASCII for old clients, and as it is. */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const ascii = name.replace(/[^\w .()-]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
