import { trimEnd } from '#app/contracts/text/trim-end.ts';

/** The kinds of files that a conversation is exported as. */
export const EXPORT_TYPES = ['screenshot', 'text', 'markdown', 'json', 'csv'] as const;
export type ExportType = (typeof EXPORT_TYPES)[number];

/** The types that the server writes; a browser draws the screenshot. */
export type FileType = Exclude<ExportType, 'screenshot'>;

const EXTENSIONS: Record<ExportType, string> = {
  screenshot: 'png',
  text: 'txt',
  markdown: 'md',
  json: 'json',
  csv: 'csv',
};

/** Choices of the export dialog. */
export interface ExportOptions {
  type: ExportType;
  /** As typed, without an extension; '' for the title of the conversation. */
  name: string;
  /** Includes endpoint, model and parameters of the conversation. */
  hasOptions: boolean;
  /** Exports the messages of all branches, and not only those of the shown one. */
  hasBranches: boolean;
  /** JSON only: replies are nested in the message that they answer. */
  isRecursive: boolean;
  /** CSV only: a cell that a spreadsheet would execute gets an apostrophe before it. */
  guardsFormulas: boolean;
}

/** The choices that the dialog and the page begin with. */
export const DEFAULT_EXPORT: ExportOptions = {
  type: 'markdown',
  name: '',
  hasOptions: true,
  hasBranches: false,
  isRecursive: false,
  guardsFormulas: false,
};

/**
 * Max messages that a nested export nests. A message takes two levels of JSON, and many programs read JSON
 * recursively: deeper files would crash them.
 */
export const NESTED_MAX = 2000;

/** Max characters of a typed file name. */
export const NAME_MAX = 200;

/** Max characters of a file name with its extension, and max bytes, which file systems limit to 255. */
const FILE_NAME_MAX = 100;
const FILE_NAME_BYTES = 240;

/**
 * Control characters, halves of a character, and marks that turn the direction of a text: they can hide an
 * extension.
 */
const INVISIBLE = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff\ud800-\udfff]/gu;

/** Characters that some file system refuses. */
const REFUSED = /[\\/:*?"<>|]/g;

/** Names of devices, which Windows refuses whatever their extension is. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

const FALLBACK_NAME = 'chat';

/** Tells whether a type can contain all branches. */
export const takesBranches = (type: ExportType): boolean => type === 'json' || type === 'csv';

/** Tells whether a type can contain the parameters of the conversation. */
export const takesOptions = (type: ExportType): boolean => type !== 'csv' && type !== 'screenshot';

/** The extension of a type, without a dot. */
export const extensionOf = (type: ExportType): string => EXTENSIONS[type];

/**
 * The name of a file, in any script: without a path, control characters and what file systems refuse, at most
 * 100 characters with its extension.
 */
export function fileNameOf(wanted: string, extension: string): string {
  const ending = `.${extension}`;
  const line = wanted
    .slice(0, 10 * FILE_NAME_MAX)
    .replaceAll(INVISIBLE, ' ')
    .replaceAll(REFUSED, '_')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const given = line.toLowerCase().endsWith(ending) ? line.slice(0, -ending.length) : line;
  const visible = given.replace(/^\.+/, '');
  const name = cleanEnds(fit(DEVICE.test(visible) ? `_${visible}` : visible, ending.length));
  return `${name || FALLBACK_NAME}${ending}`;
}

/** The beginning of a name that fits; code points are never cut. */
function fit(name: string, reserved: number): string {
  const encoder = new TextEncoder();
  let start = '';
  let bytes = reserved;
  for (const letter of name) {
    bytes += encoder.encode(letter).length;
    if (start.length + letter.length + reserved > FILE_NAME_MAX || bytes > FILE_NAME_BYTES) break;
    start += letter;
  }
  return start;
}

function cleanEnds(name: string): string {
  return trimEnd(trimEnd(name.trim(), '.').trim(), '.');
}

/**
 * Reads choices from a query. An absent or unknown value is the first one of its kind: a form sends nothing
 * for a box that is not ticked. Without a type all choices are the default ones.
 */
export function readExportOptions(query: URLSearchParams): ExportOptions {
  const type = query.get('type');
  const name = (query.get('name') ?? '').slice(0, NAME_MAX);
  if (!isExportType(type)) return { ...DEFAULT_EXPORT, name };
  return {
    type,
    name,
    hasOptions: query.has('options'),
    hasBranches: query.has('branches'),
    isRecursive: query.get('order') === 'recursive',
    guardsFormulas: query.has('guard'),
  };
}

/** Writes choices as `readExportOptions` reads them. */
export function exportQuery(options: ExportOptions): URLSearchParams {
  const { type, name, hasOptions, hasBranches, isRecursive, guardsFormulas } = options;
  return new URLSearchParams({
    type,
    ...(name !== '' && { name }),
    ...(hasOptions && { options: '1' }),
    ...(hasBranches && { branches: '1' }),
    ...(type === 'json' && { order: isRecursive ? 'recursive' : 'sequential' }),
    ...(guardsFormulas && { guard: '1' }),
  });
}

/** Tells whether a value of a query is a type of export. */
export function isExportType(value: string | null): value is ExportType {
  return EXPORT_TYPES.some((type) => type === value);
}
