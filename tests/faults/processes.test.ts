import { playStrikes } from './strike-rounds.ts';
import { STRIKES_AT_PROCESSES } from './strikes.ts';

// A killed process is noticed by its closed connections: nobody waits for a lease of ten minutes.
playStrikes(STRIKES_AT_PROCESSES, { RUN_LEASE_MS: '600000' });
