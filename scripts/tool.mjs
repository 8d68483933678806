// node scripts/tool.mjs <tool> [arguments]: installs the development packages, which npm start omits, and
// runs one of their tools.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { installForDevelopment } from './launch/install-for-development.mjs';
import { ROOT } from './launch/paths.mjs';
import { onStop } from './launch/stop-causes.mjs';

const [tool, ...args] = process.argv.slice(2);
const stopping = new AbortController();
let child;
onStop((cause) => {
  stopping.abort();
  // Ctrl-C in a terminal reaches the tool directly.
  if (cause !== 'SIGINT') child?.kill('SIGTERM');
});
await installForDevelopment(stopping.signal);
child = spawn(process.execPath, [path.join(ROOT, 'node_modules/.bin', tool), ...args], { stdio: 'inherit' });
child.once('exit', (code) => process.exit(code ?? 1));
