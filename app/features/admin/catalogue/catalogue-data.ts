/** Source of a list that was pasted into the form. */
export const PASTED = 'pasted';
/** Max length of a list's address. */
export const PLACE_MAX = 2_000;
export const PROVIDER_MAX = 40;

/** An unconfirmed model, with its known offers. */
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
  /** Prices in one line; null for none. */
  before: string | null;
  after: string | null;
}

/** Changes of an import, to review before it is applied. */
export interface ImportPreview {
  /** Identifies it in the form that applies it; null when there is nothing to apply. */
  importId: string | null;
  place: string;
  counts: { added: number; changed: number; vanished: number; skipped: number };
  /** The first changes. */
  lines: DiffLine[];
  skipped: string[];
}

export interface CatalogueData {
  unconfirmed: UnconfirmedLine[];
  /** Number of all unconfirmed models. */
  count: number;
  isLater: boolean;
  nextAfter: string | null;
}
