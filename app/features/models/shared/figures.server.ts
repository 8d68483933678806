import type { OfferFigures } from '#app/contracts/catalogue/offer-figures.ts';
import { readFigures } from '#app/core/generation/report/figures.ts';
import { logger } from '#app/core/platform/logger.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** How offers have answered lately, by their ids. Null where it cannot be read: the rest of a page does without. */
export async function figuresOf(
  offers: readonly { id: string }[],
): Promise<Record<string, OfferFigures> | null> {
  try {
    return Object.fromEntries(
      await readFigures(
        AUTOCOMMIT,
        offers.map(({ id }) => id),
      ),
    );
  } catch (error) {
    logger().warn({ error: (error as Error).message }, 'the figures of offers cannot be read');
    return null;
  }
}
