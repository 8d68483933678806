import { addTrial } from '#tests/fixtures/trial/add-trial.ts';

// The worker process of the product, with the tests' tasks added.
addTrial();
await import('#worker/index.ts');
