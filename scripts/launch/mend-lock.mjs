/**
 * `npm install` silently leaves out of package-lock.json what an optional dependency has for other platforms
 * when the registry in use lacks the file, and `npm ci` then refuses the lock: on every platform. The entries
 * can be written without the registry, from the name and the version that the parent asks for.
 */

const SYSTEMS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
/** What package names call a processor -> what npm calls it. */
const PROCESSORS = {
  arm: 'arm',
  'arm-eabi': 'arm',
  'arm-gnueabihf': 'arm',
  'arm-musleabihf': 'arm',
  arm64: 'arm64',
  ia32: 'ia32',
  loong64: 'loong64',
  mips64el: 'mips64el',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  wasm32: 'wasm32',
  x64: 'x64',
};

/**
 * Adds missing optional platform packages and removes download addresses.
 * @param {{ packages: Record<string, any> }} lock parsed package-lock.json
 * @returns {{ lock: object, added: string[], addresses: number }} lock: a mended copy
 */
export function mendLock(lock) {
  const packages = structuredClone(lock.packages);
  const added = [];
  let addresses = 0;
  for (const [place, entry] of Object.entries(packages)) {
    if (entry.resolved && !entry.link) {
      delete entry.resolved;
      addresses += 1;
    }
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      if (isInLock(packages, place, name)) continue;
      packages[`node_modules/${name}`] = {
        version: range.replace(/^[\^~]/, ''),
        ...platformOf(name),
        ...(entry.dev ? { dev: true } : {}),
        optional: true,
      };
      added.push(name);
    }
  }
  const root = packages[''];
  delete packages[''];
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  return { lock: { ...lock, packages: { '': root, ...Object.fromEntries(sorted) } }, added, addresses };
}

/** Node's look-up: the package's own node_modules first, then those of the folders above. */
function isInLock(packages, place, name) {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    if (packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true;
    if (folder === '') return false;
  }
}

/**
 * The os and cpu of a platform package, read from its name (`@scope/thing-linux-arm64-musl`).
 * @throws Error when the name says neither, because an entry without them would be installed everywhere
 */
export function platformOf(name) {
  const words = name.split(/[-/]/);
  const os = SYSTEMS.filter((system) => words.includes(system));
  const known = Object.keys(PROCESSORS).sort((a, b) => b.length - a.length);
  const spelled = known.find((processor) => `-${words.join('-')}-`.includes(`-${processor}-`));
  const cpu = spelled ? [PROCESSORS[spelled]] : [];
  const universal = os.length > 0 && words.includes('universal');
  // Packages for one system whose name does not say so.
  if (name === 'fsevents') os.push('darwin');
  if (os.length === 0 && cpu.length === 0)
    throw new Error(`${name} names no platform: add it to mend-lock.mjs`);
  const libc = words.includes('musl') ? { libc: ['musl'] } : words.includes('gnu') ? { libc: ['glibc'] } : {};
  return {
    ...(cpu.length > 0 && !universal ? { cpu } : {}),
    ...(os.length > 0 ? { os } : {}),
    ...(os.includes('linux') ? libc : {}),
  };
}
