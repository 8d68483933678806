import { numberFormat } from '#app/ui/i18n/formats.ts';

export const FILES_PATH = '/settings/files';

/** The maximum length of a search among file names. */
export const SEARCH_MAX = 100;

/** A file on its owner's page. */
export interface FileLine {
  id: string;
  name: string;
  kind: 'image' | 'video';
  source: 'upload' | 'result';
  bytes: number;
  width: number;
  height: number;
  seconds: number | null;
  hasThumbnail: boolean;
  createdAt: string;
  /** When it is deleted automatically; null for one that stays. */
  expiresAt: string | null;
}

/** A page of a user's files. */
export interface FilesData {
  lines: FileLine[];
  search: string;
  /** Whether an earlier page has newer files. */
  isOlder: boolean;
  /** The cursor of the next page; null on the last one. */
  nextBefore: string | null;
  used: { files: number; bytes: number };
  /** Megabytes that all files may take in total; 0 for no limit. */
  allowedMb: number;
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

const STEP = 1024;

/** The address of a page of files. */
export function filesHref({ search, before }: { search: string; before?: string }): string {
  const query = new URLSearchParams({ ...(search && { q: search }), ...(before && { before }) }).toString();
  return query === '' ? FILES_PATH : `${FILES_PATH}?${query}`;
}

/** A number of bytes in a suitable unit, formatted for the language. */
export function sizeText(bytes: number, language: string): string {
  const power = bytes < STEP ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  return numberFormat(language, {
    style: 'unit',
    unit: UNITS[power],
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power < 2 ? 0 : 1,
  }).format(bytes / STEP ** power);
}

/** A duration as players show it: minutes and seconds. */
export function lengthText(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
