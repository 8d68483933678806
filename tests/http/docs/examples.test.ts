import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { KEY_VARIABLE } from '#app/contracts/code-samples.ts';
import { ROOT } from '#scripts/launch/paths.mjs';
import { newSecret, signedHeaders } from '#app/core/webhooks/secret.ts';
import { findFreePort } from '#scripts/launch/free-port.mjs';
import { findProgram } from '#scripts/services/find-program.mjs';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { postJson } from '#tests/fixtures/json-post.ts';
import {
  checkerOf,
  readDocument,
  requestCheckerOf,
  type OpenApiDocument,
} from '#tests/api/openapi/document.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useWeb } from '#tests/setup/web.ts';
import { readCurl, readPython, type SampleRequest } from './sample-requests.ts';

useEngine();
const web = useWeb();
const execute = promisify(execFile);
const folder = mkdtempSync(path.join(os.tmpdir(), 'docs-examples-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const HAS = { python: findProgram(['python3']) !== null, curl: findProgram(['curl']) !== null };

// Modules of their own: those of the engine read their settings when the sandbox has its port.
vi.resetModules();
const { readChapters } = await import('#app/features/docs/chapters.server.ts');
const { openApiDocument } = await import('#app/features/hub-api/openapi/document.server.ts');
const { appUrl } = await import('#app/core/platform/addresses/app-url.ts');

/** Every sample of every chapter, named by its place. Their addresses are those of this process until they are run. */
const SAMPLES = readChapters(openApiDocument()).flatMap(({ slug, blocks }) =>
  blocks
    .flatMap((block) => (block.kind === 'code' ? block.samples : []))
    .map((sample, index) => ({ ...sample, name: `${slug}, sample ${index + 1} in ${sample.language}` })),
);
type Sample = (typeof SAMPLES)[number];
const of = (language: string) => SAMPLES.filter((sample) => sample.language === language);
const noteOf = ({ notes }: Sample, name: string) => new RegExp(`(?:^| )${name}=(\\S+)`).exec(notes)?.[1];
const codeOf = ({ code }: Sample) => code.replaceAll(appUrl(), web.origin());

const CHEAP = { provider: 'sandbox', price: { rules: [{ rates: { input: 100_000n, output: 400_000n } }] } };

let document: OpenApiDocument;
let checkRequest: ReturnType<typeof requestCheckerOf>;
let env: Record<string, string>;
beforeAll(async () => {
  document = await readDocument(web.origin());
  checkRequest = requestCheckerOf(document);
});
beforeEach(async () => {
  const text = ['text-to-text', 'image-to-text'] as const;
  // The cheapest, so that `parlance/auto` chooses it, and quick.
  await createModel({ id: 'sandbox/seeing', supports: text, upstreamModel: 'sandbox-fast', offers: [CHEAP] });
  for (const id of ['openai/gpt-5.4-mini', 'anthropic/claude-haiku-4.5'])
    await createModel({ id, supports: text, upstreamModel: 'sandbox-fast' });
  await createModel({
    id: 'openai/text-embedding-3-small',
    supports: ['text-to-embedding'],
    capabilities: [],
    upstreamModel: 'sandbox-embedding',
  });
  await createModel({
    id: 'openai/gpt-image-2',
    supports: ['text-to-image', 'image-to-image'],
    capabilities: [],
    contextTokens: 0,
    offers: [{ provider: 'sandbox', upstreamModel: 'gpt-image-1-sandbox', dialect: 'openai-images' }],
  });
  await createModel({
    id: 'google/veo-3.1',
    supports: ['text-to-video'],
    capabilities: [],
    contextTokens: 0,
    offers: [
      {
        provider: 'sandbox',
        upstreamModel: 'sandbox-video',
        dialect: 'openai-videos',
        price: { rules: [{ rates: { second: 1_000_000_000n } }] },
      },
    ],
  });
  const { value } = await createKey();
  await vi.waitUntil(
    async () => (await fetch(`${web.origin()}/api/v1/models/openai/text-embedding-3-small`)).ok,
    20_000,
  );
  env = { [KEY_VARIABLE]: value };
});

/** A sample says something to whoever runs it, and nothing that was not there. */
const SAID = expect.stringMatching(/^(?![\s\S]*(?:undefined|\bNaN\b))[\s\S]*\S/) as string;

const run = async (program: string, args: string[], cwd = ROOT) => {
  const { stdout } = await execute(program, args, { cwd, env: { ...process.env, ...env } });
  return stdout;
};

const expectDescribed = ({ method, url, body }: SampleRequest) => {
  expect(checkRequest(method, url.replace(`${web.origin()}/api/v1`, ''), body)).toEqual([]);
};

it('are of languages that are tried below', () => {
  const known = ['python', 'javascript', 'sh', 'json', 'yaml', 'text'];
  expect(SAMPLES.filter(({ language }) => !known.includes(language))).toEqual([]);
  for (const language of known) expect(of(language).length).toBeGreaterThan(0);
});

describe('samples in Python', () => {
  it.each(of('python'))('$name asks what the OpenAPI document describes', (sample) => {
    const requests = readPython(codeOf(sample), `${web.origin()}/api/v1`);
    expect(requests.length).toBeGreaterThan(0);
    for (const request of requests) {
      // The id of a receipt or a video is known only when it runs.
      const isOpen = /\/(?:generation\?id=|videos\/)$/.test(request.url);
      expectDescribed(isOpen ? { ...request, url: `${request.url}x` } : request);
    }
  });

  const needed = (sample: Sample) => noteOf(sample, 'needs');
  /** None where the machine has no Python. */
  const readable = HAS.python ? of('python') : [];
  it.each(readable.filter((sample) => needed(sample) === undefined))('$name runs', async (sample) => {
    expect(await run('python3', ['-c', codeOf(sample)])).toEqual(SAID);
  });

  it.each(readable.filter((sample) => needed(sample) !== undefined))('$name is Python', async (sample) => {
    const parse = 'import ast, sys; print(ast.dump(ast.parse(sys.argv[1])))';
    expect(await run('python3', ['-c', parse, codeOf(sample)])).toContain(needed(sample));
  });
});

describe('samples in JavaScript', () => {
  const serves = ({ notes }: Sample) => notes.split(' ').includes('serves');
  it.each(of('javascript').filter((sample) => !serves(sample)))('$name runs', async (sample) => {
    expect(await run(process.execPath, ['--input-type=module', '-e', codeOf(sample)])).toEqual(SAID);
  });

  it.each(of('javascript').filter(serves))('$name takes what is signed, and nothing else', async (sample) => {
    const secret = newSecret();
    const body = JSON.stringify({ id: 'evt_1', type: 'video.completed', data: { id: 'video-1' } });
    const signed = (id: string) =>
      signedHeaders({ id, timestamp: Math.floor(Date.now() / 1000), body }, [secret]);
    const port = await findFreePort();
    const serving = { ...process.env, ...env, PORT: String(port), PARLANCE_WEBHOOK_SECRET: secret };
    const program = spawn(process.execPath, ['--input-type=module', '-e', codeOf(sample)], {
      cwd: ROOT,
      env: serving,
    });
    let said = '';
    program.stdout.on('data', (data) => (said += String(data)));
    const post = async (headers: Record<string, string>) => {
      const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body });
      return answer.status;
    };
    await vi.waitFor(() => post({}), 20_000);
    expect(await post({})).toBe(400);
    expect(await post({ ...signed('evt_1'), 'webhook-id': 'evt_2' })).toBe(400);
    expect(await post(signed('evt_1'))).toBe(200);
    program.kill();
    expect(said.trim()).toBe('video.completed video-1');
  });
});

describe('samples for a shell', () => {
  const isTool = ({ code }: Sample) => code.startsWith('npx ');
  it.each(of('sh').filter((sample) => !isTool(sample)))(
    '$name runs, and asks what is described',
    async (sample) => {
      const asked = await postJson(
        `${web.origin()}/api/v1/chat/completions`,
        { model: 'parlance/auto', messages: [{ role: 'user', content: 'Hello' }] },
        { bearer: env[KEY_VARIABLE]! },
      );
      env.GENERATION_ID = asked.headers.get('x-generation-id')!;
      if (sample.code.includes('$VIDEO_ID')) env.VIDEO_ID = await orderedVideo();
      if (sample.code.includes('$RESPONSE_ID')) env.RESPONSE_ID = await keptResponse();
      if (sample.code.includes('$WEBHOOK_ID')) env.WEBHOOK_ID = await createdWebhook();
      const request = readCurl(codeOf(sample), env);
      expectDescribed(request);
      const { status, text } = HAS.curl ? await runCurl(codeOf(sample)) : await ask(request);
      expect([status, text]).toEqual([Number(noteOf(sample, 'status') ?? 200), text]);
      expect(text).toEqual(SAID);
    },
  );

  it.each(of('sh').filter(isTool))('$name runs', async (sample) => {
    const [, tool = '', ...args] = codeOf(sample).split(' ');
    expect(await run(path.join(ROOT, 'node_modules/.bin', tool), args, folder)).toEqual(SAID);
  });
});

async function orderedVideo(): Promise<string> {
  const body = { model: 'google/veo-3.1', prompt: 'A harbour', seconds: 4 };
  const ordered = await postJson(`${web.origin()}/api/v1/videos`, body, { bearer: env[KEY_VARIABLE]! });
  return ((await ordered.json()) as { id: string }).id;
}

async function keptResponse(): Promise<string> {
  const body = { model: 'parlance/auto', input: 'Hello', background: true };
  const kept = await postJson(`${web.origin()}/api/v1/responses`, body, { bearer: env[KEY_VARIABLE]! });
  return ((await kept.json()) as { id: string }).id;
}

async function createdWebhook(): Promise<string> {
  const body = { name: 'Mine', url: 'https://receiver.example/hooks' };
  const at = `${web.origin()}/api/v1/webhook_endpoints`;
  return ((await (await postJson(at, body, { bearer: env[KEY_VARIABLE]! })).json()) as { id: string }).id;
}

async function runCurl(command: string): Promise<{ status: number; text: string }> {
  const stdout = await run('sh', ['-c', command.replace('curl ', String.raw`curl -sS -w '\n%{http_code}' `)]);
  const lines = stdout.split('\n');
  return { status: Number(lines.pop()), text: lines.join('\n') };
}

async function ask({ method, url, headers, body }: SampleRequest): Promise<{ status: number; text: string }> {
  const answer = await fetch(url, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}

describe('what is shown of answers and settings', () => {
  it.each(of('json'))('$name is as the document has it', (sample) => {
    expect(checkerOf(document).schema(noteOf(sample, 'schema')!, JSON.parse(sample.code))).toEqual([]);
  });

  it.each(of('yaml'))('$name leads here', (sample) => {
    expect(codeOf(sample)).toMatch(new RegExp(`^ +api_base: ${web.origin()}/api/v1$`, 'm'));
    expect(sample.code).toContain(KEY_VARIABLE);
  });

  it.each(of('text'))('$name names the variable that samples read', ({ code }) => {
    expect(code).toContain(KEY_VARIABLE);
  });

  it('control: a sample that asks for what is not there, or with a field of another kind, is found', () => {
    expect(checkRequest('POST', '/chat/complete', {})).not.toEqual([]);
    expect(checkRequest('GET', '/chat/completions', undefined)).not.toEqual([]);
    expect(checkRequest('POST', '/chat/completions', { messages: 'Hello' })).not.toEqual([]);
    expect(checkRequest('GET', '/generation', undefined)).not.toEqual([]);
  });
});
