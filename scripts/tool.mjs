// node scripts/tool.mjs <tool> [arguments]: runs a tool of the development packages, and installs these first: npm start
// leaves them out.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { installForDevelopment } from './launch/install-for-development.mjs';
import { ROOT } from './launch/paths.mjs';

const [tool, ...args] = process.argv.slice(2);
await installForDevelopment();
const program = path.join(ROOT, 'node_modules/.bin', tool);
const child = spawn(process.execPath, [program, ...args], { stdio: 'inherit' });
// Ctrl-C in a terminal reaches the tool, too; a signal from elsewhere comes to this process alone.
process.on('SIGINT', () => undefined);
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => process.exit(code ?? 1));
