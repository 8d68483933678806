/** Where a list came from that was typed into the form. */
export const PASTED = 'pasted';
/** Longest address of a list. */
export const PLACE_MAX = 2_000;
export const PROVIDER_MAX = 40;

/** A model that waits to be confirmed, with what is known of its offers. */
export interface UnconfirmedLine {
  id: string;
  name: string;
  offers: { provider: string; confidence: string; price: string | null; source: string }[];
}

/** One change of an import. */
export interface DiffLine {
  kind: 'added' | 'changed' | 'vanished';
  model: string;
  provider: string;
  /** Prices in one line; null where there is none. */
  before: string | null;
  after: string | null;
}

/** What an import would change, to be looked at before it is applied. */
export interface ImportPreview {
  /** Names it in the form that applies it; null where there is nothing to apply. */
  importId: string | null;
  place: string;
  counts: { added: number; changed: number; vanished: number; skipped: number };
  /** The first of them. */
  lines: DiffLine[];
  skipped: string[];
}

export interface CatalogueData {
  unconfirmed: UnconfirmedLine[];
  /** All that wait. */
  count: number;
  isLater: boolean;
  nextAfter: string | null;
}
