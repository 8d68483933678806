import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { KEY_VARIABLE } from '#app/contracts/code-samples.ts';
import { ROOT } from '#scripts/launch/paths.mjs';
import { findProgram } from '#scripts/services/find-program.mjs';
import {
  checkerOf,
  readDocument,
  requestCheckerOf,
  type OpenApiDocument,
} from '#tests/api/openapi/document.ts';
import { useApi } from '#tests/setup/api.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { readCurl, readPython, type SampleRequest } from './sample-requests.ts';
import { isServer, isTool, noteOf, readSamples, useSampleModels, variablesOf, WORDS } from './samples.ts';

// Samples run in this process, and those in Python are parsed. As programs of their own:
// example-programs.full.test.ts.
useEngine();
const api = useApi();
const variables = useSampleModels();
const BASE = () => `${api.origin()}/api/v1`;
const SAMPLES = await readSamples();
const of = (language: string) => SAMPLES.filter((sample) => sample.language === language);

let document: OpenApiDocument;
let checkRequest: ReturnType<typeof requestCheckerOf>;
beforeAll(async () => {
  document = await readDocument(api.origin());
  checkRequest = requestCheckerOf(document);
});

const expectDescribed = ({ method, url, body }: SampleRequest) => {
  expect(checkRequest(method, url.replace(BASE(), ''), body)).toEqual([]);
};

it('are of languages that are tested below', () => {
  const known = ['python', 'javascript', 'sh', 'json', 'yaml', 'text'];
  expect(SAMPLES.filter(({ language }) => !known.includes(language))).toEqual([]);
  for (const language of known) expect(of(language).length).toBeGreaterThan(0);
});

describe('samples in Python', () => {
  it.each(of('python'))('$name sends requests that the OpenAPI document describes', (sample) => {
    const requests = readPython(sample.code, BASE());
    expect(requests.length).toBeGreaterThan(0);
    for (const request of requests) {
      // The id of a receipt or a video is known only at run time.
      const isOpen = /\/(?:generation\?id=|videos\/)$/.test(request.url);
      expectDescribed(isOpen ? { ...request, url: `${request.url}x` } : request);
    }
  });

  // Empty if the machine has no Python.
  it.each(findProgram(['python3']) === null ? [] : ['python3'])(
    'are valid programs for %s',
    async (program) => {
      const parse =
        'import ast, json, sys; print(json.dumps([ast.dump(ast.parse(s)) for s in sys.argv[1:]]))';
      const codes = of('python').map(({ code }) => code);
      const { stdout } = await promisify(execFile)(program, ['-c', parse, ...codes]);
      const trees = JSON.parse(stdout) as string[];
      expect(trees).toHaveLength(codes.length);
      for (const [at, sample] of of('python').entries())
        expect(trees[at]).toContain(noteOf(sample, 'needs') ?? '');
    },
  );
});

describe('samples in JavaScript', () => {
  const folder = path.join(ROOT, '.data/test', `samples-${process.pid}`);
  beforeAll(() => mkdirSync(folder, { recursive: true }));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(of('javascript').filter((sample) => !isServer(sample)))('$name runs', async ({ name, code }) => {
    vi.stubEnv(KEY_VARIABLE, variables()[KEY_VARIABLE]);
    let printed = '';
    const print = (...parts: unknown[]) => void (printed += parts.join(' '));
    vi.spyOn(console, 'log').mockImplementation(print);
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => (print(text), true));
    const file = path.join(folder, `${name.replaceAll(/\W+/g, '-')}.mjs`);
    writeFileSync(file, code);
    try {
      await import(pathToFileURL(file).href);
    } finally {
      vi.restoreAllMocks();
      vi.unstubAllEnvs();
    }
    expect(printed).toMatch(WORDS);
  });
});

describe('samples for a shell', () => {
  it.each(of('sh').filter((sample) => !isTool(sample)))(
    '$name sends requests that are answered',
    async (sample) => {
      const made = await variablesOf(sample, BASE(), variables()[KEY_VARIABLE]!);
      const request = readCurl(sample.code, { ...variables(), ...made });
      expectDescribed(request);
      const { method, url, headers, body } = request;
      const answer = await fetch(url, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      expect([answer.status, text]).toEqual([Number(noteOf(sample, 'status') ?? 200), text]);
      expect(text).toMatch(WORDS);
    },
  );
});

describe('samples of answers and settings', () => {
  it.each(of('json'))('$name matches the document', (sample) => {
    expect(checkerOf(document).schema(noteOf(sample, 'schema')!, JSON.parse(sample.code))).toEqual([]);
  });

  it.each(of('yaml'))('$name links here', ({ code }) => {
    expect(code).toMatch(new RegExp(`^ +api_base: ${BASE()}$`, 'm'));
    expect(code).toContain(KEY_VARIABLE);
  });

  it.each(of('text'))('$name names the variable that samples read', ({ code }) => {
    expect(code).toContain(KEY_VARIABLE);
  });

  it('control: a sample with an unknown path, or with a field of another type, is found', () => {
    expect(checkRequest('POST', '/chat/complete', {})).not.toEqual([]);
    expect(checkRequest('GET', '/chat/completions', undefined)).not.toEqual([]);
    expect(checkRequest('POST', '/chat/completions', { messages: 'Hello' })).not.toEqual([]);
    expect(checkRequest('GET', '/generation', undefined)).not.toEqual([]);
  });
});
