import { numberFormat } from '#app/ui/i18n/formats.ts';

export const FILES_PATH = '/settings/files';

/** Letters of a search among the names of files. */
export const SEARCH_MAX = 100;

/** A file as its owner's page shows it. */
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
  /** When it goes by itself; null for one that stays. */
  expiresAt: string | null;
}

/** A page of somebody's files. */
export interface FilesData {
  lines: FileLine[];
  search: string;
  /** Whether there are newer ones on a page before. */
  isOlder: boolean;
  /** Where the next page begins; null on the last one. */
  nextBefore: string | null;
  used: { files: number; bytes: number };
  /** Megabytes that all may take; 0 for no limit. */
  allowedMb: number;
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

const STEP = 1024;

/** The address of a page of files. */
export function filesHref({ search, before }: { search: string; before?: string }): string {
  const query = new URLSearchParams({ ...(search && { q: search }), ...(before && { before }) }).toString();
  return query === '' ? FILES_PATH : `${FILES_PATH}?${query}`;
}

/** A number of bytes in the unit that suits it, as the language writes it. */
export function sizeText(bytes: number, language: string): string {
  const power = bytes < STEP ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  return numberFormat(language, {
    style: 'unit',
    unit: UNITS[power],
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power < 2 ? 0 : 1,
  }).format(bytes / STEP ** power);
}

/** A length as players write it: minutes and seconds. */
export function lengthText(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
