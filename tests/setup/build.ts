import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildIfChanged } from '#scripts/launch/build-if-changed.mjs';
import { ROOT } from '#scripts/launch/paths.mjs';

/** The tests' own build: never the one of a running application. Relative to the project. */
export const BUILD_FOLDER = '.data/test/build';

declare module 'vitest' {
  export interface ProvidedContext {
    buildFolder: string;
  }
}

/** Builds if a source changed since the tests' last build. */
export async function buildForTests(): Promise<void> {
  const logFile = path.join(ROOT, '.data/test/logs/build.log');
  await buildIfChanged({ folder: BUILD_FOLDER, logFile, say: () => undefined });
}

export default async function setup(project: TestProject): Promise<void> {
  await buildForTests();
  project.provide('buildFolder', BUILD_FOLDER);
}
