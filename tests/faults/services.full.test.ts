import { runFaults } from './fault-rounds.ts';
import { SERVICE_FAULTS } from './faults.ts';

runFaults(SERVICE_FAULTS);
