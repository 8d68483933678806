import { runFaults } from './fault-rounds.ts';
import { FLUSH_AND_PAUSE } from './faults.ts';

runFaults(FLUSH_AND_PAUSE);
