// Preloaded into every process by `npm run bench -- --profile`: Node accepts --cpu-prof only on its command
// line. PROFILE_FOLDER: the folder of `<program>-<pid>.cpuprofile`, written when the process ends.
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import path from 'node:path';

const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.setSamplingInterval', { interval: 2000 });
session.post('Profiler.start');
process.once('exit', () => {
  const program = path.basename(process.argv[1] ?? 'node', path.extname(process.argv[1] ?? ''));
  const file = path.join(process.env.PROFILE_FOLDER ?? '.', `${program}-${process.pid}.cpuprofile`);
  session.post('Profiler.stop', (error, { profile }) => {
    if (!error) writeFileSync(file, JSON.stringify(profile));
  });
});
