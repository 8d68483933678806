import { liveSessions } from '#app/core/accounts/sessions/sessions.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createLiveWatch } from './live-watch.ts';

/** A signal for a person's open stream: aborted when they leave, and within a second of their session's end. */
export const watchSession = createLiveWatch('sessions', (ids) => liveSessions(AUTOCOMMIT, ids));
