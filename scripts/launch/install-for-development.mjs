import { installPackages } from './install-packages.mjs';
import { asLaunchError } from './launch-error.mjs';

/**
 * Installs the packages with the tools of tests and checks, for a command without a progress display: it
 * prints each step, and nothing if all packages are installed. Ends the process when it fails.
 * @param {AbortSignal} signal
 */
export async function installForDevelopment(signal) {
  let said = '';
  const say = (detail) => {
    if (said !== '' || detail !== 'already there') console.log(`packages: ${detail}`);
    said = detail;
  };
  try {
    await installPackages({ development: true, say, signal });
  } catch (error) {
    if (!signal.aborted) {
      const { message, remedy, detail } = asLaunchError(error);
      console.error(`${detail}\n${message}\n→ ${remedy}`);
    }
    process.exit(1);
  }
}
