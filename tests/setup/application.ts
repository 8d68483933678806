import type { TestProject } from 'vitest/node';
import { closeDatabase, connectDatabase } from '#db/client.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { startApplication } from './start-application.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of the application under test, without a slash at the end. */
    applicationUrl: string;
    databaseUrl: string;
    /** The environment of its processes without the port, to start another one. */
    applicationEnvironment: Record<string, string>;
  }
}

/** Together with those of the seed, more models than a menu shows without a search box. */
const MORE_MODELS = 10;

/** Before all browser flows: one application for all of them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // For Anthropic users enter their own keys, for all others the operator has one.
  const application = await startApplication({
    payments: true,
    env: { ANTHROPIC_API_KEY: 'user_provided' },
  });
  project.provide('applicationUrl', application.url);
  project.provide('databaseUrl', application.databaseUrl);
  const { PORT: _taken, ...environment } = application.env;
  project.provide('applicationEnvironment', environment);
  connectDatabase(application.databaseUrl);
  for (let number = 1; number <= MORE_MODELS; number++) {
    await createModel({ id: `sandbox/shelf-${number}`, name: `Shelf ${number}` });
  }
  // A model with such a small context that a second long message leaves the first one out.
  await createModel({ id: 'sandbox/narrow', name: 'Narrow', contextTokens: 400 });
  await closeDatabase();
  return application.stop;
}
