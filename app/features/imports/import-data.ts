import type { ImportReport } from './report-view.ts';

export const IMPORTS_PATH = '/settings/import';

export const IMPORT_FIELD = 'file';

/** An import in the list of its owner. */
export interface ImportLine {
  id: string;
  state: 'waiting' | 'running' | 'done' | 'failed';
  fileName: string;
  bytes: number;
  /** Chats that were created or got new messages. */
  stored: number;
  createdAt: string;
}

/** The page of imports. */
export interface ImportsData {
  lines: ImportLine[];
  maxMb: number;
  isOpen: boolean;
}

/** The page of one import. */
export interface ImportData {
  line: ImportLine;
  report: ImportReport;
}

/** The answer to an upload that was refused. */
export interface ImportAnswer {
  error: string;
}

export const importHref = (id: string): string => `${IMPORTS_PATH}/${id}`;
