import type { ExportOptions } from '#app/contracts/exports/export-options.ts';

/** The data of the export page and of the export dialog. */
export interface ExportData {
  conversationId: string;
  title: string;
  options: ExportOptions;
  /** The choice that was refused: the chat is deeper than `max` messages. */
  problem: { field: 'order'; max: number } | null;
}
