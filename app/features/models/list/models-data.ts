import type { ModelBar } from '#app/contracts/catalogue/listing.ts';
import type { Adjusted } from '../shared/AdjustedNotice.tsx';
import type { RateChip } from '../shared/rate-chips.ts';
import type { ListQuery } from './list-query.ts';

/** Kinds of content that models read and make. */
export const MEDIA = ['text', 'image', 'video', 'audio', 'embedding'] as const;
export type Medium = (typeof MEDIA)[number];

/** The data of a model's card, and of its row in the table. */
export interface ModelCardData {
  id: string;
  name: string;
  makerName: string;
  description: string | null;
  /** `128K`; null if calls are not limited by tokens. */
  context: string | null;
  featured: boolean;
  /** Rates of the offer that would be tried first. */
  rates: RateChip[];
  /** Of these, the rate of input tokens, and the rate by which the output is sold. */
  input: RateChip | null;
  output: RateChip | null;
  reads: Medium[];
  makes: Medium[];
  canChat: boolean;
  /** The address where a model that does not chat can be tried; null for one that cannot. */
  playground: string | null;
  bar: ModelBar | null;
}

/** The data of the page of all models; `list` is null if it could not be read. */
export interface ModelsData {
  query: ListQuery;
  /** Values of the address that do not exist. */
  adjusted: Adjusted[];
  /** The makers that the list can be filtered by. */
  makers: { id: string; name: string }[];
  list: {
    models: ModelCardData[];
    /** Tokens per second of the models that were measured, by model id. */
    speeds: Record<string, number>;
    total: number;
    /** The number of models that match, but that no call can use here. */
    unavailable: number;
    nextCursor: string | null;
  } | null;
}
