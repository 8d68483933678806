import { liveKeys } from '#app/core/api-keys/live-keys.ts';
import { drained } from '#app/http/draining.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createLiveWatch } from './live-watch.ts';

/**
 * A signal for an answer under way: aborted when its client leaves, within a second of its key's end, and when the time
 * to drain is over.
 */
export const watchKey = createLiveWatch('keys', (ids) => liveKeys(AUTOCOMMIT, ids), drained());
