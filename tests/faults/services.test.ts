import { playStrikes } from './strike-rounds.ts';
import { STRIKES_AT_SERVICES } from './strikes.ts';

playStrikes(STRIKES_AT_SERVICES);
