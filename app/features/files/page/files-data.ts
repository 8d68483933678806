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

/** The address of a page of files. */
export function filesHref({ search, before }: { search: string; before?: string }): string {
  const query = new URLSearchParams({ ...(search && { q: search }), ...(before && { before }) }).toString();
  return query === '' ? FILES_PATH : `${FILES_PATH}?${query}`;
}
