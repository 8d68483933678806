import type { TestProject } from 'vitest/node';
import { startApplication } from './start-application.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the application under test is reached, without a slash at the end. */
    applicationUrl: string;
    /** Where its sandbox provider is reached, without /v1. */
    sandboxUrl: string;
    databaseUrl: string;
  }
}

/** Before all browser flows: one application for all of them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const application = await startApplication();
  project.provide('applicationUrl', application.url);
  project.provide('sandboxUrl', application.sandboxUrl);
  project.provide('databaseUrl', application.databaseUrl);
  return application.stop;
}
