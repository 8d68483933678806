import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LaunchError } from '../launch/launch-error.mjs';
import { TOOLS } from '../launch/paths.mjs';
import { findProgram, unpackedEnvironment } from './find-program.mjs';
import { unpackPackages } from './unpack-packages.mjs';

/** The headless shell first: the same engine at less than half of the processor time. */
const NAMES = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];
/** Fonts for every language of the interface. */
const FONTS = ['fontconfig-config', 'fonts-liberation', 'fonts-noto-core', 'fonts-noto-cjk'];
/** Debian has a package for the headless shell since release 12. */
const PACKAGES = [
  ['chromium-headless-shell', ...FONTS],
  ['chromium', ...FONTS],
];
const BY_HAND =
  'Install Chromium (Debian: apt-get install chromium-headless-shell fonts-noto-core fonts-noto-cjk).';

/**
 * Finds Chromium on this machine, or unpacks it with its libraries and fonts; never a downloaded browser.
 * @param {AbortSignal} [signal]
 * @returns {Promise<{ executablePath: string, env: NodeJS.ProcessEnv }>} options for Playwright's launch()
 */
export async function locateChromium(signal) {
  const installed = findProgram(NAMES);
  if (installed) return { executablePath: installed, env: process.env };
  const tree = await unpackPackages('headless-chromium', PACKAGES, BY_HAND, signal);
  // The program itself: the scripts in usr/bin search the system's folders.
  const programs = NAMES.map((name) => path.join(tree, 'usr/lib/chromium', name));
  const executablePath = programs.find((program) => existsSync(program));
  if (!executablePath) throw new LaunchError('The unpacked packages hold no Chromium.', BY_HAND);
  const env = { ...unpackedEnvironment(tree), FONTCONFIG_FILE: writeFontConfiguration(tree) };
  return { executablePath, env };
}

/** Generic families -> an unpacked font; without them code on a page would not be monospaced. */
const FAMILIES = { 'sans-serif': 'Noto Sans', serif: 'Noto Serif', monospace: 'Liberation Mono' };

/** `system-ui` has no family here: this one is tried last, so that the first font on the disk is not used. */
const ANY_OTHER = 'Noto Sans';

/** Configures the machine's fonts and the unpacked ones. */
function writeFontConfiguration(tree) {
  const folder = path.join(TOOLS, 'fonts');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'fonts.conf');
  const text = [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">',
    '<fontconfig>',
    '  <dir>/usr/share/fonts</dir>',
    `  <dir>${path.join(tree, 'usr/share/fonts')}</dir>`,
    ...Object.entries(FAMILIES).map(
      ([generic, family]) =>
        `  <alias><family>${generic}</family><prefer><family>${family}</family></prefer></alias>`,
    ),
    `  <match target="pattern"><edit name="family" mode="append_last"><string>${ANY_OTHER}</string></edit></match>`,
    `  <cachedir>${path.join(folder, 'cache')}</cachedir>`,
    '</fontconfig>',
    '',
  ].join('\n');
  writeFileSync(file, text);
  return file;
}
