// The sandbox as a process: PORT, SANDBOX_HOST (loopback without it), SANDBOX_PACE (milliseconds between tokens),
// SANDBOX_RECORD=true for tests.
import { startSandbox } from './start-sandbox.ts';

const sandbox = await startSandbox({
  port: Number(process.env['PORT'] ?? 0),
  host: process.env['SANDBOX_HOST'] || undefined,
  pace: Number(process.env['SANDBOX_PACE'] ?? 12),
  record: process.env['SANDBOX_RECORD'] === 'true',
});
console.log(JSON.stringify({ process: 'sandbox', msg: 'listening', url: sandbox.url }));

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    sandbox.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
}
