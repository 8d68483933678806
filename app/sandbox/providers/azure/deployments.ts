import { readJson, type SandboxContext } from '../context.ts';
import { sendError, type Exchange } from '../http.ts';
import { answerChat } from '../openai/chat.ts';
import { answerEmbeddings } from '../openai/embeddings.ts';
import { invalidRequest, MISSING_KEY, type WireError } from '../openai/errors.ts';
import { AZURE } from './accent.ts';

/** Version 1, whose bodies name the deployment; and the addresses of deployments, which have a version. */
const PATH = /^\/openai\/(?:v1|deployments\/([\w.-]+))\/(chat\/completions|embeddings)$/;
const VERSION = /^\d{4}-\d{2}-\d{2}(-preview)?$/;
/** As issued by a token server. */
const BEARER = /^Bearer (ya29\.\S+)$/;

/** POST /openai/v1/... and /openai/deployments/{deployment}/...?api-version=, as at Azure. */
export async function answerDeployment(
  given: Omit<Exchange, 'key' | 'accent'>,
  { path, query, context }: { path: string; query: URLSearchParams; context: SandboxContext },
): Promise<void> {
  const { headers, method } = given.request;
  const key = headers['api-key'] ?? BEARER.exec(headers.authorization ?? '')?.[1] ?? '';
  const exchange: Exchange = { ...given, key: String(key), accent: AZURE };
  const [, deployment, call] = PATH.exec(path) ?? [];
  if (!exchange.key) return sendError(exchange, MISSING_KEY);
  const version = query.get('api-version');
  const isKnown = deployment === undefined ? version === null : VERSION.test(version ?? '');
  if (method !== 'POST' || !call || !isKnown) return sendError(exchange, NOT_FOUND);
  const read = await readJson(exchange, context);
  if (read === 'too large')
    return sendError(exchange, { ...invalidRequest('Too large.', null), status: 413 });
  if (read === 'no JSON') return sendError(exchange, invalidRequest('The body is no JSON.', null));
  const body = deployment === undefined ? read.body : { ...Object(read.body), model: deployment };
  return call === 'embeddings'
    ? answerEmbeddings(exchange, body)
    : answerChat(exchange, body, context.memory);
}

const NOT_FOUND: WireError = { ...invalidRequest('Resource not found', null, '404'), status: 404 };
