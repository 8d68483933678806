import { vi } from 'vitest';

// Test files run one after the other in one process, which loads the libraries once. A file must not see any
// state of the others: our own modules are evaluated again for it, and the environment is reset to that of
// the process start.
const process_ = process as typeof process & { firstEnvironment?: NodeJS.ProcessEnv };
const first = (process_.firstEnvironment ??= { ...process.env });
for (const name of Object.keys(process.env)) if (!(name in first)) delete process.env[name];
Object.assign(process.env, first);

vi.resetModules();
