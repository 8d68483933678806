import { playFaults } from './fault-rounds.ts';
import { FLUSH_AND_PAUSE } from './faults.ts';

playFaults(FLUSH_AND_PAUSE);
