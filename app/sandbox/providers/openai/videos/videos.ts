import { commonHeaders, hangUp, sendError, sendJson, type Exchange } from '../../http.ts';
import { planAnswer, type Memory } from '../../plan.ts';
import { wasRefused } from '../../refuse.ts';
import { ScenarioError, type Scenario, type SpokenRefusal } from '../../scenario.ts';
import { wait } from '../../wait.ts';
import { invalidRequest, REFUSAL_ERRORS, unknownModel, type WireError } from '../errors.ts';
import { film } from './film.ts';
import { readVideoRequest, type VideoRequest } from './video-request.ts';

/** An accepted order. */
export interface AcceptedVideo {
  id: string;
  request: VideoRequest;
  /** Its prompt without directives. */
  words: string;
  scenario: Scenario;
  at: number;
}

const KEPT = 200;

/** The orders of one sandbox, oldest first. */
export class Videos {
  readonly #taken = new Map<string, AcceptedVideo>();
  #count = 0;

  /** POST /v1/videos: a form, or JSON. The job takes as long as the directive's `delay` says. */
  async order(exchange: Exchange, memory: Memory): Promise<void> {
    const body = await bodyOf(exchange);
    if (body === null) return sendError(exchange, invalidRequest('We could not parse the body.', null));
    const request = await readVideoRequest(body);
    if ('status' in request) return sendError(exchange, request);
    const { model, prompt } = request;
    const { seen } = exchange;
    Object.assign(seen, { model, body: { ...request, picture: request.picture?.length ?? null } });
    try {
      const plan = planAnswer({ model, provider: seen.provider, system: '', user: prompt }, memory);
      if (!plan) return sendError(exchange, unknownModel(model));
      const { scenario, question: words } = plan;
      const refuse = (refusal: SpokenRefusal) =>
        sendError(exchange, refusal === 'filter' ? BLOCKED : REFUSAL_ERRORS[refusal](exchange.key));
      // Its delay applies to the video, not to the order.
      if (await wasRefused(exchange, { ...scenario, delay: 0 }, refuse)) return;
      const taken = this.#take({ request, words, scenario });
      if (scenario.fault === 'cut') return hangUp(exchange);
      sendJson(exchange, 200, viewOf(taken));
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error;
      sendError(exchange, invalidRequest(error.message, 'prompt'));
    }
  }

  /** GET /v1/videos/{id}, and its `/content`. */
  async answer(exchange: Exchange, id: string, isContent: boolean): Promise<void> {
    const taken = this.#taken.get(id);
    if (!taken) return sendError(exchange, missing(id));
    if (!isContent) return sendJson(exchange, 200, viewOf(taken));
    if (statusOf(taken) !== 'completed') return sendError(exchange, missing(id));
    await sendFilm(exchange, taken);
  }

  #take(order: Pick<AcceptedVideo, 'request' | 'words' | 'scenario'>): AcceptedVideo {
    this.#count += 1;
    const taken = { ...order, id: `video_sandbox${this.#count}`, at: Date.now() };
    this.#taken.set(taken.id, taken);
    const [oldest] = this.#taken.keys();
    if (this.#taken.size > KEPT && oldest !== undefined) this.#taken.delete(oldest);
    return taken;
  }
}

async function bodyOf({ request }: Exchange): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const body = new Response(Buffer.concat(parts), { headers });
  const isJson = headers['content-type'].startsWith('application/json');
  return (isJson ? body.json() : body.formData()).catch(() => null);
}

/** Progress, 0 to 1; a stalled job stays half done. */
function doneOf({ scenario: { delay, fault }, at }: AcceptedVideo): number {
  const done = delay === 0 ? 1 : Math.min(1, (Date.now() - at) / delay);
  return fault === 'stall' ? Math.min(done, 0.5) : done;
}

function statusOf(taken: AcceptedVideo): 'queued' | 'in_progress' | 'completed' | 'failed' {
  const done = doneOf(taken);
  if (done < 1) return done < 0.1 ? 'queued' : 'in_progress';
  const { fault, refusal } = taken.scenario;
  return fault === 'error-mid' || refusal !== null ? 'failed' : 'completed';
}

function viewOf(taken: AcceptedVideo): object {
  const { id, request, at, scenario } = taken;
  const status = statusOf(taken);
  const second = (ms: number) => Math.floor(ms / 1000);
  const isOver = status === 'completed' || status === 'failed';
  return {
    id,
    object: 'video',
    model: request.model,
    status,
    progress: Math.floor(100 * doneOf(taken)),
    created_at: second(at),
    completed_at: isOver ? second(at + scenario.delay) : null,
    expires_at: isOver ? second(at) + 3600 : null,
    prompt: request.prompt,
    size: request.size,
    seconds: request.seconds,
    remixed_from_video_id: null,
    error: status === 'failed' ? errorOf(scenario) : null,
  };
}

function errorOf({ refusal }: Scenario): object {
  return refusal === null
    ? { code: 'internal_error', message: 'The video could not be made.' }
    : { code: 'moderation_blocked', message: refusal };
}

async function sendFilm(exchange: Exchange, { request, words, scenario }: AcceptedVideo): Promise<void> {
  const { response, seen } = exchange;
  const [width = 720, height = 1280] = request.size.split('x').map(Number);
  const bytes =
    scenario.fault === 'malformed'
      ? Buffer.from('This is no video.')
      : await film(words, {
          width,
          height,
          seconds: Number(request.seconds),
          ...(request.picture && { base: request.picture }),
        });
  if (scenario.pace > 0) await wait(scenario.pace, response);
  seen.status = 200;
  response.writeHead(200, {
    ...commonHeaders(seen),
    'content-type': 'video/mp4',
    'content-length': String(bytes.length),
  });
  response.end(bytes);
}

const BLOCKED: WireError = {
  status: 400,
  message: 'Your request was blocked by our moderation system.',
  type: 'video_generation_user_error',
  param: null,
  code: 'moderation_blocked',
};

function missing(id: string): WireError {
  return { ...invalidRequest(`Video ${id} is not there.`, 'id'), status: 404 };
}
