import { seedCatalogue } from './catalogue.ts';
import type { Seed } from './seed.ts';

/** All seeds in the order they run. */
export const seeds: readonly Seed[] = [{ name: 'models', run: seedCatalogue }];
