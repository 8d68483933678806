import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useApi } from '#tests/setup/api.ts';
import { readDocument } from './document.ts';

useEngine();
const api = useApi();

/** A program of an outside developer who has only the document: every call once. */
const STRANGER = `
import createClient from 'openapi-fetch';
import type { paths } from './schema.ts';

export async function callAll(baseUrl: string, key: string, model: string, embedder: string) {
  const client = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${key}\` } });
  const ids: { params: { path: { id: string } } } = { params: { path: { id: model } } };
  const body = { model, messages: [{ role: 'user' as const, content: '[[sandbox: text="Hello"]]' }] };
  const chat = await client.POST('/chat/completions', { body });
  const whole = chat.data?.object === 'chat.completion' ? chat.data : undefined;
  const said: string | null | undefined = whole?.choices[0]?.message.content;
  const stream = await client.POST('/chat/completions', { body: { ...body, stream: true }, parseAs: 'stream' });
  await stream.response.body?.cancel();
  const vectors = await client.POST('/embeddings', { body: { model: embedder, input: ['one'] } });
  const models = await client.GET('/models');
  const one = await client.GET('/models/{id}', ids);
  const endpoints = await client.GET('/models/{id}/endpoints', ids);
  const quote = await client.POST('/quote', { body });
  const receipt = await client.GET('/generation', { params: { query: { id: whole?.id ?? '' } } });
  const credits = await client.GET('/credits');
  const own = await client.GET('/key');
  const hook = await client.POST('/webhook_endpoints', { body: { name: 'Mine', url: 'https://receiver.example/' } });
  const hookId = { params: { path: { id: hook.data?.id ?? '' } } };
  const paused = await client.POST('/webhook_endpoints/{id}', { ...hookId, body: { enabled: false } });
  const hooks = await client.GET('/webhook_endpoints');
  const signedWith: string | undefined = hook.data?.secret;
  const missing = await client.GET('/generation', { params: { query: { id: 'nothing' } } });
  return {
    said,
    statuses: [chat, stream, vectors, models, one, endpoints, quote, receipt, credits, own, hook, paused, hooks].map(
      ({ response }) => response.status,
    ),
    cost: receipt.data?.charged_micro ?? null,
    most: quote.data?.most_micro ?? null,
    available: credits.data?.micro.available ?? null,
    width: vectors.data?.data[0]?.embedding.length ?? 0,
    isSigned: signedWith?.startsWith('whsec_') ?? false,
    state: paused.data?.status ?? null,
    error: missing.error?.error.code ?? null,
  };
}
`;

const EMBEDDER = 'sandbox/vectors';
/** The folder of packages that this client uses. */
const require = createRequire(import.meta.url);
const INSTALLED = require.resolve('openapi-fetch').split('openapi-fetch')[0]!;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'openapi-client-'));
  symlinkSync(INSTALLED, path.join(folder, 'node_modules'));
  const document = await readDocument(api.origin());
  writeFileSync(path.join(folder, 'schema.ts'), astToString(await openapiTS(JSON.stringify(document))));
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The problems that a strict compiler finds in each of some files of that program. */
function problemsOf(sources: Record<string, string>): Record<string, string[]> {
  const files = Object.entries(sources).map(([name, source]) => {
    const file = path.join(folder, name);
    writeFileSync(file, source);
    return file;
  });
  const program = ts.createProgram(files, {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
  });
  const problems = ts.getPreEmitDiagnostics(program);
  return Object.fromEntries(
    Object.keys(sources).map((name) => [
      name,
      problems
        .filter(({ file }) => file === undefined || path.basename(file.fileName) === name)
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
    ]),
  );
}

describe('a client that is generated from the document', () => {
  it('compiles strictly, and calls every route', { timeout: 300_000 }, async () => {
    expect(problemsOf({ 'stranger.ts': STRANGER })).toEqual({ 'stranger.ts': [] });
    await createModel({
      id: EMBEDDER,
      supports: ['text-to-embedding'],
      capabilities: [],
      contextTokens: 8192,
      offers: [{ provider: 'sandbox', upstreamModel: 'sandbox-embedding' }],
    });
    const owner = await createKey();
    const { outputText } = ts.transpileModule(STRANGER, {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
    });
    const script = path.join(folder, 'stranger.js');
    writeFileSync(script, outputText);
    const { callAll } = (await import(/* @vite-ignore */ pathToFileURL(script).href)) as {
      callAll: (...args: string[]) => Promise<Record<string, unknown> & { statuses: number[] }>;
    };
    const isKnown = async () => (await fetch(`${api.origin()}/api/v1/models/${EMBEDDER}`)).ok;
    await expect.poll(isKnown, { timeout: 20_000 }).toBe(true);
    const seen = await callAll(`${api.origin()}/api/v1`, owner.value, TEST_MODEL, EMBEDDER);
    expect(seen.statuses).toEqual(Array<number>(13).fill(200));
    expect(seen).toMatchObject({
      said: 'Hello',
      error: 'not_found',
      width: 256,
      isSigned: true,
      state: 'disabled',
    });
    expect(seen.cost).toBeGreaterThan(0);
    expect(seen.most).toBeGreaterThan(Number(seen.cost));
    expect(seen.available).toBeLessThan(1_000_000);
  });

  it('control: does not compile with an unknown field, role or path', { timeout: 300_000 }, () => {
    const wrong = {
      'field.ts': STRANGER.replaceAll('charged_micro', 'charged_macro'),
      'role.ts': STRANGER.replaceAll("role: 'user'", "role: 'reader'"),
      'path.ts': STRANGER.replaceAll("'/credits'", "'/credit'"),
    };
    for (const problems of Object.values(problemsOf(wrong))) expect(problems).not.toEqual([]);
  });
});
