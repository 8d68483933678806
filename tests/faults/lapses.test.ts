import { playStrikes } from './strike-rounds.ts';
import { LAPSES } from './strikes.ts';

playStrikes(LAPSES);
