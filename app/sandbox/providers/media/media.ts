import type { ServerResponse } from 'node:http';
import { answerRequest, type DoubleState } from '#app/sandbox/media/play.ts';
import { receive } from '#app/sandbox/media/receive.ts';
import type { Job } from '#app/sandbox/media/wire.ts';
import { WIRES, type WireName } from '#app/sandbox/media/wires/index.ts';
import { sendError, type Exchange } from '../http.ts';
import { drawImage } from '../openai/images/draw.ts';
import { invalidRequest } from '../openai/errors.ts';
import { film } from '../openai/videos/film.ts';
import { shapeOf } from './shape.ts';

/** The key that opens every wire, and the two halves of a key that has two parts. */
const KEY = 'sandbox';
const TWO_KEYS: ReadonlySet<string> = new Set<WireName>(['kling']);

const DIRECTIVES = /\[\[sandbox: [^\][]*\]\]/g;

/**
 * The image and video providers besides OpenAI, each below `/media/<wire>`: the doubles of the tests, with
 * real results.
 */
export class Media {
  readonly #double: DoubleState;

  /** @param delayMs duration of a job whose directive has none */
  constructor(delayMs: number) {
    this.#double = { jobs: [], poured: 0, taken: 0, delayMs, draw: (job) => imageOf(job) };
  }

  async answer(exchange: Exchange, path: string): Promise<void> {
    const { request, response } = exchange;
    const [, , name = '', ...rest] = path.split('/');
    const place = `http://${request.headers.host}/media/${name}`;
    const wire = Object.hasOwn(WIRES, name) ? WIRES[name as WireName].wire : null;
    if (!wire) return sendError(exchange, notThere());
    if (rest[0] === 'results') return this.#sendResult(exchange, rest[1] ?? '');
    const received = await receive(request, `/${rest.join('/')}`);
    const key = TWO_KEYS.has(name) ? `${KEY}:${KEY}` : KEY;
    await answerRequest({ wire, received, place, response, double: this.#double, key });
  }

  /** @param name `job-7-0.bin`, as in `results` of a job */
  async #sendResult(exchange: Exchange, name: string): Promise<void> {
    const [, id] = /^(job-\d+)-\d+\.bin$/.exec(name) ?? [];
    const job = this.#double.jobs.find((one) => one.id === id);
    if (!job) return sendError(exchange, notThere());
    if (isVideo(job, exchange.seen.path)) send(exchange.response, 'video/mp4', await videoOf(job));
    else send(exchange.response, 'image/png', await imageOf(job, name));
  }
}

/** Wires that only make videos, and the names of video models on the others. */
const VIDEO_WIRES = /^\/media\/(?:veo|openai-videos|runway|luma|kling|minimax-v\d)\//;
const VIDEO_MODELS = /video|veo|seedance|kling|hailuo|ray/;

const isVideo = ({ model }: Job, path: string) => VIDEO_WIRES.test(path) || VIDEO_MODELS.test(model);

const wordsOf = ({ prompt }: Job) => prompt.replace(DIRECTIVES, '').trim();

function imageOf(job: Job, place = ''): Promise<Buffer> {
  const { width, height, base } = shapeOf(job.fields, job.files, 'picture');
  const words = wordsOf(job) + place.replace(/^job-\d+/, '');
  return drawImage(words, { width, height, format: 'png', done: 1, ...(base && { base }) });
}

function videoOf(job: Job): Promise<Buffer> {
  const { width, height, seconds, base } = shapeOf(job.fields, job.files, 'video');
  return film(wordsOf(job), { width, height, seconds, ...(base && { base }) });
}

function send(response: ServerResponse, type: string, bytes: Buffer): void {
  response.writeHead(200, { 'content-type': type, 'content-length': String(bytes.length) }).end(bytes);
}

const notThere = () => ({ ...invalidRequest('There is nothing at this address.', null), status: 404 });
