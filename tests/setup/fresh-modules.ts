import { vi } from 'vitest';

// Test files follow each other in one process, which loads the libraries once. A file finds nothing of what others did
// there: our own modules are evaluated anew for it, and the environment is what it was when the process began.
const process_ = process as typeof process & { firstEnvironment?: NodeJS.ProcessEnv };
const first = (process_.firstEnvironment ??= { ...process.env });
for (const name of Object.keys(process.env)) if (!(name in first)) delete process.env[name];
Object.assign(process.env, first);

vi.resetModules();
