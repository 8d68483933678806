// Preloaded into every process whose memory is measured: at SIGUSR2 it frees all unused memory. Without that
// a process may shrink in the middle of a measurement by earlier growth.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
process.on('SIGUSR2', () => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' }));
