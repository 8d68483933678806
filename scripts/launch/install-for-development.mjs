import { installPackages } from './install-packages.mjs';
import { asLaunchError } from './launch-error.mjs';

/**
 * Installs the packages with the tools of tests and checks, for a command that has no progress to show: it prints what
 * is done, and nothing where all is there. Ends the process when it fails.
 */
export async function installForDevelopment() {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const name of signals) process.on(name, stop);
  let said = '';
  const say = (detail) => {
    if (said !== '' || detail !== 'already there') console.log(`packages: ${detail}`);
    said = detail;
  };
  try {
    await installPackages({ development: true, say, signal: stopping.signal });
  } catch (error) {
    if (!stopping.signal.aborted) {
      const { message, remedy, detail } = asLaunchError(error);
      console.error(`${detail}\n${message}\n→ ${remedy}`);
    }
    process.exit(1);
  } finally {
    for (const name of signals) process.off(name, stop);
  }
}
