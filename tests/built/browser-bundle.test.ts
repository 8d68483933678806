import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { schema } from '#app/core/platform/config-schema.ts';
import { ROOT } from '#scripts/launch/paths.mjs';

const CLIENT = path.join(ROOT, inject('buildFolder'), 'client');

/** Settings whose names the interface may mention, because they contain no secret. */
const HARMLESS = new Set(['PORT', 'HOST', 'NODE_ENV', 'SANDBOX']);

/** Texts that appear in a file only if server code was bundled. */
const SERVER_ONLY: readonly (string | RegExp)[] = [
  ...Object.keys(schema.shape).filter((name) => !HARMLESS.has(name)),
  /\bmysql2?\b/,
  /\bsequelize\b/i,
  /\bioredis\b/,
  /\bbullmq\b/i,
  /\bumzug\b/,
  /argon2/,
  /\bnodemailer\b/,
  /node:(?:fs|net|child_process|crypto|http)\b/,
  /\bprocess\.env\.(?!NODE_ENV)/,
  /\bSELECT\s.{1,200}\sFROM\s/,
  /\bINSERT INTO\b/,
  /app\/core\//,
  /gpt-tokenizer/,
];

/** Server code and secrets found in one file. */
function findServerCode(text: string): string[] {
  return SERVER_ONLY.filter((word) => (typeof word === 'string' ? text.includes(word) : word.test(text))).map(
    String,
  );
}

function clientFiles(): string[] {
  return readdirSync(CLIENT, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(js|css|html|json|map)$/.test(file),
  );
}

describe('the files for browsers', () => {
  it('contain neither server code nor names of secrets', () => {
    const files = clientFiles();
    expect(files.filter((file) => file.endsWith('.js')).length).toBeGreaterThan(3);
    const found = files.flatMap((file) =>
      findServerCode(readFileSync(path.join(CLIENT, file), 'utf8')).map((word) => `${file}: ${word}`),
    );
    expect(found).toEqual([]);
  });

  it('are scripts of which none imports itself through others: its constants would be undefined', () => {
    const file = path.join(ROOT, inject('buildFolder'), 'module-sizes.json');
    const scripts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, { imports: string[] }>;
    const reachedFrom = (script: string) => {
      const reached = new Set(scripts[script]!.imports);
      for (const one of reached) for (const next of scripts[one]?.imports ?? []) reached.add(next);
      return reached;
    };
    expect(Object.keys(scripts).length).toBeGreaterThan(3);
    expect(Object.keys(scripts).filter((script) => reachedFrom(script).has(script))).toEqual([]);
  });

  it('contain no source maps, which would contain the sources', () => {
    expect(clientFiles().filter((file) => file.endsWith('.map'))).toEqual([]);
  });

  it.each([
    ['const k=e.SESSION_SECRET', 'SESSION_SECRET'],
    ['import"mysql2/promise"', 'mysql'],
    ['a.query("SELECT id FROM users")', 'SELECT'],
    ['import{readFileSync as r}from"node:fs"', 'node:'],
    ['x=process.env.HOME', 'process'],
    ['throw Error("sequelize: no dialect")', 'sequelize'],
  ])('control: %s would be found', (text, word) => {
    expect(findServerCode(text).join(' ')).toContain(word);
  });
});
