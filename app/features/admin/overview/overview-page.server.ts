import { listUnconfirmed } from '#app/core/catalogue/unconfirmed-models.ts';
import { countFailed } from '#app/core/follow-ups/outbox.ts';
import { countUnmatched } from '#app/core/payments/purchase.ts';
import { logger } from '#app/core/platform/logger.ts';
import { countBreakers } from '#app/core/routing/health/stored-health.ts';
import { listReconciliations } from '#app/core/usage/reconciliations.ts';
import { pageLoader } from '#app/http/page/page-loader.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { refuseAction } from '../operator.server.ts';
import type { OverviewData } from './overview-data.ts';

const EXAMPLES = 5;
const EXAMPLE_LENGTH = 200;

/** Loads the counts of items that need attention, and the results of the latest reconciliation. */
export const loadOverview = pageLoader({ auth: 'admin' }, async (): Promise<OverviewData> => {
  const [payments, jobs, breakers, unconfirmed, reconciliations] = await Promise.all([
    countUnmatched(AUTOCOMMIT),
    countFailed(AUTOCOMMIT),
    countBreakers().catch((error: Error) => {
      logger().warn({ error: error.message }, 'the health of offers is not known');
      return null;
    }),
    listUnconfirmed(AUTOCOMMIT),
    listReconciliations(AUTOCOMMIT),
  ]);
  return {
    counts: {
      payments,
      jobs,
      breakers: breakers && breakers.open + breakers.halfOpen,
      mismatches: reconciliations.reduce((sum, { mismatches }) => sum + mismatches, 0),
      confirm: unconfirmed.length,
    },
    reconciliations: reconciliations.map(({ examples, ...one }) => ({
      ...one,
      examples: examples.slice(0, EXAMPLES).map((example) => example.slice(0, EXAMPLE_LENGTH)),
    })),
  };
});

export const actOnOverview = refuseAction;
