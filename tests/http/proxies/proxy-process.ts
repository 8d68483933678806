import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { awaitAnswer, probeTcp } from '#scripts/launch/await-answer.mjs';
import { findFreePort } from '#scripts/launch/free-port.mjs';
import { findProgram, findUnpacked, unpackedEnvironment } from '#scripts/services/find-program.mjs';
import { unpackPackages } from '#scripts/services/unpack-packages.mjs';
import { newTestRun } from '#scripts/testing/test-runs.mjs';

/** The host name in the sample files. */
export const NAME = 'parlance.example';

/** A proxy that runs a sample file of `docs/proxies`. */
export interface ProxyProcess {
  port: number;
  /** Self-signed, as PEM. */
  certificate: string;
  close: () => Promise<void>;
}

interface Place {
  folder: string;
  port: number;
  /** Ports of web processes. */
  upstreams: readonly number[];
  certificate: string;
  key: string;
  /** Changes the sample file further. */
  change: (sample: string) => string;
}

interface Program {
  packages: string[][];
  /** Writes the configuration. @returns the arguments that run it */
  configure: (place: Place) => string[];
}

/** Replaces the texts that an operator replaces; fails if one is missing. */
function replaced(sample: string, changes: readonly (readonly [RegExp, string])[]): string {
  return changes.reduce((text, [pattern, value]) => {
    if (text.search(pattern) < 0) throw new Error(`The sample file has no ${pattern.source}`);
    return text.replace(pattern, value);
  }, sample);
}

export const PROGRAMS: Record<'nginx' | 'caddy', Program> = {
  nginx: {
    packages: [['nginx-light'], ['nginx']],
    configure({ folder, port, upstreams, certificate, key, change }) {
      const [first, ...more] = upstreams.map((one) => `server 127.0.0.1:${one} max_fails=3 fail_timeout=2s;`);
      const sample = replaced(readFileSync('docs/proxies/nginx.conf', 'utf8'), [
        [/server 127\.0\.0\.1:3000 .*;/, first!],
        [/server 127\.0\.0\.1:3001 .*;/, more.join(' ')],
        [/listen 80;/, `listen unix:${folder}/plain.sock;`],
        [/listen 443 /, `listen 127.0.0.1:${port} `],
        [/\/etc\/ssl\/parlance\/fullchain\.pem/, certificate],
        [/\/etc\/ssl\/parlance\/privkey\.pem/, key],
        [/\/var\/log\/nginx\/parlance\.log/g, `${folder}/access.log`],
      ]);
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      );
      const main = `${folder}/nginx.conf`;
      writeFileSync(`${folder}/parlance.conf`, change(sample));
      writeFileSync(
        main,
        `daemon off; pid ${folder}/nginx.pid; error_log stderr; ${process.getuid?.() === 0 ? 'user root;' : ''}
        events {} http { ${temporary.join(' ')} include ${folder}/parlance.conf; }`,
      );
      return ['-c', main, '-p', folder, '-e', 'stderr'];
    },
  },
  caddy: {
    packages: [['caddy']],
    configure({ folder, port, upstreams, certificate, key, change }) {
      const sample = replaced(readFileSync('docs/proxies/Caddyfile', 'utf8'), [
        [/^parlance\.example \{/m, `https://${NAME}:${port} {\n\ttls ${certificate} ${key}`],
        [/127\.0\.0\.1:3000 127\.0\.0\.1:3001/, upstreams.map((one) => `127.0.0.1:${one}`).join(' ')],
      ]);
      const file = `${folder}/Caddyfile`;
      writeFileSync(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${change(sample)}`);
      return ['run', '--config', file, '--adapter', 'caddyfile'];
    },
  },
};

/** Finds the program on this machine, or unpacks it from Debian's packages. */
async function locate(name: string, packages: string[][]) {
  const installed = findProgram([name]);
  if (installed) return { command: installed, env: process.env };
  const tree = await unpackPackages(name, packages, `Install ${name}.`);
  const command = findUnpacked(tree, [name]);
  if (!command) throw new Error(`The unpacked packages hold no ${name}.`);
  const settings = path.join(tree, 'etc/ssl/openssl.cnf');
  const env = { ...unpackedEnvironment(tree), ...(existsSync(settings) && { OPENSSL_CONF: settings }) };
  return { command, env };
}

/** Makes a self-signed certificate for `NAME`. */
async function makeCertificate(certificate: string, key: string): Promise<void> {
  const { command, env } = await locate('openssl', [['openssl']]);
  const subject = ['-subj', `/CN=${NAME}`, '-addext', `subjectAltName=DNS:${NAME}`];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const args = ['req', ...kind, ...subject, '-keyout', key, '-out', certificate];
  execFileSync(command, args, { env, stdio: 'pipe' });
}

/**
 * Runs the sample file of a proxy with ports, addresses and folders of the test instead of an operator's.
 * @param upstreams ports of the web processes
 * @param change changes the sample file further
 */
export async function startProxy(
  name: keyof typeof PROGRAMS,
  upstreams: readonly number[],
  change: (sample: string) => string = (sample) => sample,
): Promise<ProxyProcess> {
  const { packages, configure } = PROGRAMS[name];
  const { command, env } = await locate(name, packages);
  const [base, port] = [await newTestRun(), await findFreePort()];
  const folder = path.join(base, name);
  mkdirSync(folder);
  const [certificate, key] = [path.join(folder, 'certificate.pem'), path.join(folder, 'key.pem')];
  await makeCertificate(certificate, key);
  const args = configure({ folder, port, upstreams, certificate, key, change });
  const child = spawn(command, args, {
    env: { ...env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => output.push(String(data)));
  const died = new AbortController();
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  void ended.then(() => died.abort(new Error(`${name} ended:\n${output.join('')}`)));
  await awaitAnswer(
    () => probeTcp({ port, say: 'GET / HTTP/1.1\r\n\r\n', isAnswer: () => true }),
    AbortSignal.any([died.signal, AbortSignal.timeout(20_000)]),
  );
  return {
    port,
    certificate: readFileSync(certificate, 'utf8'),
    close: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(base, { recursive: true, force: true });
    },
  };
}
