import type { IncomingMessage } from 'node:http';
import type { Received } from './wire.ts';

/** Longest body that is read; real providers have a limit too. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Reads a request as wires do.
 * @param path of its address, below the wire's own path
 */
export async function receive(request: IncomingMessage, path: string): Promise<Received> {
  const body = await bytesOf(request);
  const type = request.headers['content-type'] ?? '';
  const form = type.startsWith('multipart/form-data') ? await formOf(body, type) : null;
  return {
    method: request.method ?? 'GET',
    path,
    query: new URL(request.url ?? '/', 'http://media').searchParams,
    headers: request.headers,
    json: type.startsWith('application/json') ? (JSON.parse(body.toString()) as Record<string, unknown>) : {},
    form: form && Object.fromEntries(form.map(([name, value]) => [name, textOf(value)])),
    files: await Promise.all((form ?? []).flatMap(([, value]) => bytesIn(value))),
  };
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MAX_BYTES) throw new Error('The body is too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function formOf(body: Buffer, type: string): Promise<[string, FormDataEntryValue][]> {
  const answer = new Response(new Uint8Array(body), { headers: { 'content-type': type } });
  return [...(await answer.formData())];
}

const textOf = (value: FormDataEntryValue) => (typeof value === 'string' ? value : 'file');

function bytesIn(value: FormDataEntryValue): Promise<Buffer>[] {
  return typeof value === 'string' ? [] : [value.arrayBuffer().then((bytes) => Buffer.from(bytes))];
}
