import { runFaults } from './fault-rounds.ts';
import { PROCESS_FAULTS } from './faults.ts';

// A killed process is noticed by its closed connections: the lease of ten minutes does not matter.
runFaults(PROCESS_FAULTS, { RUN_LEASE_MS: '600000' });
