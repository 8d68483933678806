import type { ModelBar } from '#app/contracts/catalogue/listing.ts';
import type { Adjusted } from '../shared/AdjustedNotice.tsx';
import type { RateChip } from '../shared/rate-chips.ts';
import type { ListQuery } from './list-query.ts';

/** A model as its card shows it. */
export interface ModelCardData {
  id: string;
  name: string;
  makerName: string;
  description: string | null;
  /** `128K`; null where tokens do not bound a call. */
  context: string | null;
  featured: boolean;
  /** Of the offer that would be asked first. */
  rates: RateChip[];
  canChat: boolean;
  /** Where a model that does not chat can be tried; null for one that cannot. */
  playground: string | null;
  bar: ModelBar | null;
}

/** What the page of all models shows; `list` is null where it could not be read. */
export interface ModelsData {
  query: ListQuery;
  /** What the address asked for and is not there. */
  adjusted: Adjusted[];
  list: {
    models: ModelCardData[];
    total: number;
    nextCursor: string | null;
  } | null;
}
