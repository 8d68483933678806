import { readFileSync } from 'node:fs';
import { parseYaml } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';

interface Service {
  image: string;
  init?: boolean;
  restart: string;
  user?: string;
  command?: string[];
  profiles?: string[];
  environment?: Record<string, string>;
  env_file?: string[];
  ports?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  tmpfs?: string[];
  volumes?: string[];
  mem_limit?: string;
  pids_limit?: number;
  logging?: { driver: string; options: Record<string, string> };
  healthcheck?: { test: unknown[]; interval: string; timeout: string };
  network_mode?: string;
}

const { services } = parseYaml(readFileSync('compose.yaml', 'utf8')) as { services: Record<string, Service> };
const DOCKERFILE = readFileSync('Dockerfile', 'utf8');

const NAMES = Object.keys(services);
const serviceOf = (name: string): Service => services[name]!;
/** Services that run to their end and have no health check. */
const ENDING = ['prepare', 'tool'];
/** Folders that a service writes, besides its image: volumes or memory. */
const WRITTEN: Record<string, string[]> = {
  web: ['/data', '/tmp'],
  worker: ['/data', '/tmp'],
  prepare: ['/data', '/tmp'],
  tool: ['/data', '/backups', '/tmp'],
  sandbox: ['/tmp'],
  mariadb: ['/var/lib/mysql', '/tmp', '/run/mysqld'],
  redis: ['/data'],
};

const placesOf = ({ volumes = [], tmpfs = [] }: Service) => [
  ...volumes.map((volume) => volume.split(':')[1]!),
  ...tmpfs.map((place) => place.split(':')[0]!),
];

it('names all services', () => {
  expect(NAMES.toSorted()).toEqual(Object.keys(WRITTEN).toSorted());
});

describe.each(NAMES)('the service %s', (name) => {
  const service = serviceOf(name);

  it('cannot write its image or gain privileges', () => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    // No container starts as root: without capabilities it could not become another user.
    expect(service.user ?? /^USER (\w+)$/m.exec(DOCKERFILE)?.[1]).toMatch(/^(node|mysql|redis)$/);
  });

  it('has a volume or memory for everything that it writes', () => {
    expect(placesOf(service).toSorted()).toEqual(WRITTEN[name]!.toSorted());
  });

  it('has limits of memory, processes and logs', () => {
    expect(service.mem_limit).toMatch(/^(\$\{\w+:-)?\d+[mg]\}?$/);
    expect(service.pids_limit).toBeGreaterThan(0);
    expect(service.logging).toMatchObject({ options: { 'max-size': '20m', 'max-file': '10' } });
    for (const place of service.tmpfs ?? []) expect(place).toContain('size=');
  });
});

describe.each(NAMES.filter((name) => !ENDING.includes(name)))('the running service %s', (name) => {
  it('has a health check, by a command of texts', () => {
    const { healthcheck } = serviceOf(name);
    expect(healthcheck?.test.map((word) => typeof word)).toEqual(healthcheck?.test.map(() => 'string'));
    expect(healthcheck?.test.length).toBeGreaterThan(1);
    expect(healthcheck).toMatchObject({ interval: expect.any(String), timeout: expect.any(String) });
  });

  it('is restarted when it ends', () => {
    expect(serviceOf(name).restart).toBe('unless-stopped');
  });
});

// process-flags.test.ts checks that the commands are those of the launcher, and http/standstill.full.test.ts
// that such processes are ended and replaced when their event loop is blocked.
it.each(['web', 'worker', 'sandbox', 'prepare', 'tool'])(
  '%s has an init as process 1, which no process in the container can end',
  (name) => {
    expect(serviceOf(name).init).toBe(true);
  },
);

it.each(['web', 'worker'])('%s reaches the sandbox by its name, however many replicas there are', (name) => {
  const { environment } = serviceOf(name);
  const address = new URL(/http:[^}]+/.exec(environment?.['OPENAI_BASE_URL'] ?? '')![0]);
  const sandbox = serviceOf('sandbox');
  expect(address.hostname).toBe('sandbox');
  expect(sandbox.environment).toEqual({ PORT: address.port, SANDBOX_HOST: '0.0.0.0' });
  expect(sandbox).not.toHaveProperty('network_mode');
});

it('the sandbox publishes no port and has no secret', () => {
  const sandbox = serviceOf('sandbox');
  for (const part of ['ports', 'env_file', 'volumes']) expect(sandbox).not.toHaveProperty(part);
});

it('only the web process publishes a port, on this machine only', () => {
  const published = NAMES.flatMap((name) => serviceOf(name).ports ?? []);
  expect(published).toEqual(['127.0.0.1:3000:3000']);
});

it('the worker answers at the address of its health check', () => {
  const { environment, healthcheck } = serviceOf('worker');
  expect(healthcheck?.test.at(-1)).toContain(`127.0.0.1:${environment?.['METRICS_PORT']}/healthz`);
});
