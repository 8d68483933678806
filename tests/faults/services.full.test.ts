import { playFaults } from './fault-rounds.ts';
import { SERVICE_FAULTS } from './faults.ts';

playFaults(SERVICE_FAULTS);
