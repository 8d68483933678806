import { addTrial } from '#tests/fixtures/trial/add-trial.ts';

// The worker process of the product, which knows the tasks of the tests as well.
addTrial();
await import('#worker/index.ts');
