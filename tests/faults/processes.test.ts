import { playStrikes } from './strike-rounds.ts';
import { STRIKES_AT_PROCESSES } from './strikes.ts';

playStrikes(STRIKES_AT_PROCESSES);
