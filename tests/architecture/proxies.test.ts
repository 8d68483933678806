import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MAX_MESSAGE_FILES, UPLOAD_MAX_BYTES } from '#app/contracts/files/file-types.ts';
import { schema } from '#app/core/platform/config-schema.ts';
import { FIELDS_MAX_BYTES } from '#app/http/body/files-form.ts';
import { IDLE_MS } from '#app/http/connection/http-server.ts';

const RUNBOOK = readFileSync('docs/runbook.md', 'utf8');
const NGINX = readFileSync('docs/proxies/nginx.conf', 'utf8');
const CADDY = readFileSync('docs/proxies/Caddyfile', 'utf8');

const defaults = {
  deadlineMs: schema.shape.RUN_DEADLINE_MS.parse(undefined),
  leaveMs: schema.shape.LEAVE_MS.parse(undefined),
};

/** The value of a directive of nginx or Caddy; null if the file lacks it, or has it twice. */
function valueOf(file: string, directive: string): string | null {
  const pattern = new RegExp(`^\\s*${directive} ([^;\\n]+);?$`, 'gm');
  const [value, ...more] = Array.from(file.matchAll(pattern), ([, text]) => text!);
  return more.length > 0 ? null : (value ?? null);
}

/** Milliseconds of a time such as `660s`; NaN, which fails every comparison, for other texts. */
const millisecondsOf = (file: string, directive: string): number =>
  Number(/^(\d+)s$/.exec(valueOf(file, directive) ?? '')?.[1]) * 1000;

describe.each([
  ['nginx.conf', NGINX, { read: ['proxy_read_timeout'], rest: 'keepalive_timeout' }],
  ['Caddyfile', CADDY, { read: ['response_header_timeout', 'read_timeout'], rest: 'keepalive' }],
] as const)('docs/proxies/%s', (_name, file, { read, rest }) => {
  it('waits for an answer longer than a run may take', () => {
    for (const directive of read)
      expect(millisecondsOf(file, directive)).toBeGreaterThan(defaults.deadlineMs);
  });

  it('closes an idle connection before the web process does', () => {
    expect(millisecondsOf(file, rest)).toBeLessThan(IDLE_MS.proxies);
  });

  it('matches the runbook', () => {
    expect(RUNBOOK).toContain(`${millisecondsOf(file, read[0]) / 1000} s`);
  });
});

it('nginx accepts the largest form, so that the application reports excess sizes', () => {
  const megabytes = Number(/^(\d+)m$/.exec(valueOf(NGINX, 'client_max_body_size') ?? '')?.[1]);
  const form = MAX_MESSAGE_FILES * UPLOAD_MAX_BYTES + FIELDS_MAX_BYTES;
  expect(megabytes * 1024 * 1024).toBeGreaterThan(form);
});

it('nginx retries nothing that may have been accepted', () => {
  expect(valueOf(NGINX, 'proxy_next_upstream')).toBe('error timeout');
});

it('nginx tries a server again that had not started before, while the one in its place still leaves', () => {
  const seconds = Array.from(NGINX.matchAll(/fail_timeout=(\d+)s/g), ([, text]) => Number(text));
  expect(seconds).toHaveLength(2);
  for (const one of seconds) expect(2 * one * 1000).toBeLessThan(defaults.leaveMs);
});

it('Caddy checks the health of a web process more often than the time in which it leaves', () => {
  const interval = millisecondsOf(CADDY, 'health_interval');
  expect(2 * interval).toBeLessThan(defaults.leaveMs);
  expect(valueOf(CADDY, 'health_uri')).toBe('/readyz');
});
