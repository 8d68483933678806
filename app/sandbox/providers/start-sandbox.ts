import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { answerComplete } from './anthropic/complete/complete.ts';
import { answerMessages } from './anthropic/messages.ts';
import { answerDeployment } from './azure/deployments.ts';
import { Conversations, cookieOf } from './bing/conversations.ts';
import { openHub } from './bing/hub.ts';
import { answerConversation } from './chatgpt/conversation.ts';
import { readJson, type SandboxContext } from './context.ts';
import { Gates } from './gate.ts';
import { answerGenerate } from './google/generate.ts';
import { answerPredict } from './google/palm/predict.ts';
import { answerToken } from './google/token.ts';
import { sendError, sendJson, type Exchange } from './http.ts';
import { Media } from './media/media.ts';
import { EMBEDDING_MODELS, MODEL_NAMES } from './models.ts';
import { answerChat } from './openai/chat.ts';
import { answerEmbeddings } from './openai/embeddings.ts';
import { answerImageEdits, answerImages } from './openai/images/images.ts';
import { invalidRequest, MISSING_KEY, unknownModel, type WireError } from './openai/errors.ts';
import { Videos } from './openai/videos/videos.ts';
import type { Memory } from './plan.ts';
import { Recorder, type SeenRequest } from './record.ts';

export interface SandboxOptions {
  /** 0 or absent takes a free one. */
  port?: number;
  /** The address to listen on: the default is loopback, since it answers every caller. */
  host?: string;
  /** Milliseconds between chunks for models that have no pace of their own. */
  pace?: number;
  /** Serves the recorded requests at /_sandbox/requests. */
  record?: boolean;
}

export interface Sandbox {
  /** The base URL for a client: `http://127.0.0.1:<port>/v1`; the second provider is at `/b/v1`. */
  url: string;
  port: number;
  /** The recorded requests, oldest first. */
  requests(): readonly SeenRequest[];
  forget(): void;
  /** Stops listening and closes all connections. */
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';

/** An image or a video takes as long as so many text chunks. */
const JOB_CHUNKS = 250;

/**
 * Starts a provider with the wires of OpenAI, Anthropic and Google, and those of images and videos, which
 * follows directives. See README.md.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const recorder = new Recorder();
  const memory: Memory = { pace: options.pace ?? 12, seen: new Map() };
  const gates = new Gates();
  const videos = new Videos();
  const media = new Media(memory.pace * JOB_CHUNKS);
  const conversations = new Conversations();
  const record = options.record ?? true;
  const context = { recorder, memory, gates, videos, media, conversations, record };
  const server = createServer((request, response) => {
    handle(request, response, context).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  });
  server.on('upgrade', (request, socket: Socket, head) => openHub(request, { socket, head }, context));
  // A scripted silence lasts as long as the client waits.
  server.requestTimeout = 0;
  server.keepAliveTimeout = 30_000;
  await listen(server, options.port ?? 0, options.host ?? LOOPBACK);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    port,
    requests: () => recorder.all(),
    forget: () => recorder.forget(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function listen(server: Server, port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  context: SandboxContext,
): Promise<void> {
  const { pathname: asked, searchParams: query } = new URL(request.url ?? '/', 'http://sandbox');
  // The second provider is the same wire at another address.
  const second = asked.startsWith('/b/');
  const path = second ? asked.slice(2) : asked;
  const method = request.method ?? 'GET';
  if (path.startsWith('/_sandbox/')) return answerTest(method, { path, query }, response, context);
  const seen = context.recorder.begin(method, path, second ? 'sandbox-b' : 'sandbox');
  response.once('finish', () => (seen.answeredAt = Date.now()));
  response.once('close', () => {
    if (seen.answeredAt === null) seen.closedAt = Date.now();
  });
  if (path === '/v1/complete')
    return answerComplete({ request, response, seen, gates: context.gates }, context);
  if (path === '/v1/messages')
    return answerMessages({ request, response, seen, gates: context.gates }, context);
  if (path.startsWith('/v1beta/') || path.startsWith('/v1/projects/'))
    return answerGenerate({ request, response, seen, gates: context.gates }, { path, query, context });
  if (path === '/bing/turing/conversation/create' && method === 'GET')
    return context.conversations.create({
      request,
      response,
      seen,
      key: cookieOf(request.headers.cookie),
      gates: context.gates,
    });
  if (path === '/backend-api/conversation')
    return answerConversation({ request, response, seen, gates: context.gates }, context);
  if (path.startsWith('/palm/'))
    return answerPredict({ request, response, seen, gates: context.gates }, { path, context });
  if (path === '/token' && method === 'POST') return answerToken({ request, response, seen });
  if (path.startsWith('/openai/'))
    return answerDeployment({ request, response, seen, gates: context.gates }, { path, query, context });
  if (path.startsWith('/media/'))
    return context.media.answer({ request, response, seen, key: '', gates: context.gates }, path);
  const key = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const exchange: Exchange = { request, response, seen, key, gates: context.gates };
  if (!key) return sendError(exchange, MISSING_KEY);
  const [, video, isContent] = /^\/v1\/videos\/([\w-]+)(\/content)?$/.exec(path) ?? [];
  if (method === 'GET' && video) return context.videos.answer(exchange, video, isContent !== undefined);
  if (method === 'GET') return answerGet(exchange, path);
  if (method === 'POST' && path === '/v1/videos') return context.videos.order(exchange, context.memory);
  if (method === 'POST' && path === '/v1/images/edits') return answerImageEdits(exchange, context.memory);
  const read = await readJson(exchange, context);
  if (read === 'too large')
    return sendError(exchange, { ...invalidRequest('Request too large.', null), status: 413 });
  if (read === 'no JSON') {
    return sendError(exchange, invalidRequest('We could not parse the JSON body of your request.', null));
  }
  const { body } = read;
  if (method === 'POST' && path === '/v1/chat/completions') return answerChat(exchange, body, context.memory);
  if (method === 'POST' && path === '/v1/embeddings') return answerEmbeddings(exchange, body);
  if (method === 'POST' && path === '/v1/images/generations')
    return answerImages(exchange, body, context.memory);
  return sendError(exchange, unknownUrl(method, path));
}

function answerGet(exchange: Exchange, path: string): void {
  const names = [...MODEL_NAMES, ...EMBEDDING_MODELS.keys()];
  const entry = (id: string) => ({
    id,
    object: 'model',
    created: 1_760_000_000,
    owned_by: 'sandbox',
    shutdown_date: null,
  });
  if (path === '/v1/models') return sendJson(exchange, 200, { object: 'list', data: names.map(entry) });
  const name = /^\/v1\/models\/(.+)$/.exec(path)?.[1];
  if (name && names.includes(name)) return sendJson(exchange, 200, entry(name));
  return sendError(exchange, name ? unknownModel(name) : unknownUrl('GET', path));
}

/**
 * GET /_sandbox/requests: the recorded requests. DELETE: clears them. GET /_sandbox/gate: the number of
 * waiting answers. DELETE: opens it. `?name=` is one gate, else it is all of them. GET /_sandbox/health: it
 * listens.
 */
function answerTest(
  method: string,
  { path, query }: { path: string; query: URLSearchParams },
  response: ServerResponse,
  { recorder, gates, record }: SandboxContext,
): void {
  const send = (status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  if (path === '/_sandbox/health') return send(200, { ok: true });
  if (record && path === '/_sandbox/requests') {
    if (method === 'DELETE') recorder.forget();
    return send(200, recorder.all());
  }
  if (record && path === '/_sandbox/gate') {
    const name = query.get('name');
    if (method === 'DELETE') gates.open(name);
    return send(200, { waiting: gates.count(name) });
  }
  return send(404, { ok: false });
}

function unknownUrl(method: string, path: string): WireError {
  return { ...invalidRequest(`Invalid URL (${method} ${path})`, null), status: 404 };
}
