/** How a reader wants its answer: as it grows, or when it is whole. */
export type Delivery = 'stream' | 'whole';

interface DeliveryFacts {
  /** What is said is seen at once, by its reader and by us: silence is a stall, and money is held in steps. */
  isSeen: boolean;
  /** Milliseconds for which a run that ends with its reader goes on without any; null: to its end. */
  patienceMs: number | null;
}

export const DELIVERIES: Readonly<Record<Delivery, DeliveryFacts>> = {
  // A reader may be a moment late with its registration.
  stream: { isSeen: true, patienceMs: 1_500 },
  // Its client may come back for it with a retry, and its provider bills all of it.
  whole: { isSeen: false, patienceMs: null },
};
