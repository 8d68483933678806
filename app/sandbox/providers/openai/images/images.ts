import { hangUp, sendError, sendJson, commonHeaders, type Exchange } from '../../http.ts';
import { planAnswer, type Memory } from '../../plan.ts';
import { wasRefused } from '../../refuse.ts';
import { ScenarioError, type Scenario, type SpokenRefusal } from '../../scenario.ts';
import { countText } from '../../tokens.ts';
import { wait } from '../../wait.ts';
import { invalidRequest, REFUSAL_ERRORS, unknownModel, type WireError } from '../errors.ts';
import { drawImage } from './draw.ts';
import { fromForm, readImageRequest, type ImageRequest } from './image-request.ts';

/** The prompt, and the image to draw over. */
interface Order {
  request: ImageRequest;
  images: Buffer[];
  what: 'image_generation' | 'image_edit';
}

/** POST /v1/images/generations */
export async function answerImages(exchange: Exchange, body: unknown, memory: Memory): Promise<void> {
  await answer(exchange, { fields: body, images: [], what: 'image_generation' }, memory);
}

/** POST /v1/images/edits, which is a form. */
export async function answerImageEdits(exchange: Exchange, memory: Memory): Promise<void> {
  const { request } = exchange;
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  const type = request.headers['content-type'] ?? '';
  const form = await new Response(Buffer.concat(parts), { headers: { 'content-type': type } })
    .formData()
    .catch(() => null);
  if (!form) return sendError(exchange, invalidRequest('We could not parse the form.', null));
  const { fields, images: files } = fromForm(form);
  if (files.length === 0)
    return sendError(exchange, invalidRequest('Missing required parameter: image', 'image'));
  const images = await Promise.all(files.map(async (file) => Buffer.from(await file.arrayBuffer())));
  await answer(exchange, { fields, images, what: 'image_edit' }, memory);
}

interface ImageOrder extends Pick<Order, 'images' | 'what'> {
  fields: unknown;
}

async function answer(
  exchange: Exchange,
  { fields, images, what }: ImageOrder,
  memory: Memory,
): Promise<void> {
  const request = readImageRequest(fields);
  if ('status' in request) return sendError(exchange, request);
  const { seen } = exchange;
  seen.model = request.model;
  try {
    const wish = { model: request.model, provider: seen.provider, system: '', user: request.prompt };
    const plan = planAnswer(wish, memory);
    if (!plan) return sendError(exchange, unknownModel(request.model));
    const { scenario, question } = plan;
    const refuse = (refusal: SpokenRefusal) =>
      sendError(exchange, refusal === 'filter' ? BLOCKED : REFUSAL_ERRORS[refusal](exchange.key));
    if (await wasRefused(exchange, scenario, refuse)) return;
    const order: Order = { request: { ...request, prompt: question }, images, what };
    await (request.stream ? streamed(exchange, order, scenario) : whole(exchange, order, scenario));
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    sendError(exchange, invalidRequest(error.message, 'prompt'));
  }
}

const BLOCKED: WireError = {
  status: 400,
  message: 'Your request was rejected by the safety system.',
  type: 'image_generation_user_error',
  param: null,
  code: 'moderation_blocked',
};

async function whole(exchange: Exchange, order: Order, { fault, gate }: Scenario): Promise<void> {
  const { request } = order;
  if (gate !== null) await exchange.gates.pass(gate, exchange.response, 0);
  const count = fault === 'empty' ? 0 : request.n;
  const data: { b64_json: string }[] = [];
  for (let place = 0; place < count; place += 1)
    data.push({ b64_json: await base64Of(order, { place, done: 1 }) });
  if (fault === 'cut') return hangUp(exchange);
  sendJson(exchange, 200, { created: 1_760_000_000, data, ...styleOf(order), usage: usageOf(order, 0) });
}

async function streamed(exchange: Exchange, order: Order, { fault, pace, gate }: Scenario): Promise<void> {
  const { response, seen } = exchange;
  const { request, what } = order;
  seen.status = 200;
  response.writeHead(200, { ...commonHeaders(seen), 'content-type': 'text/event-stream' });
  const write = (kind: string, data: object) => {
    const type = `${what}.${kind}`;
    response.write(
      `event: ${type}\ndata: ${JSON.stringify({ type, created_at: 1_760_000_000, ...styleOf(order), ...data })}\n\n`,
    );
  };
  const partials = request.partial_images;
  for (let place = 0; place < partials; place += 1) {
    await wait(pace * 10, response);
    const done = (place + 1) / (partials + 1);
    write('partial_image', {
      b64_json: await base64Of(order, { place: 0, done }),
      partial_image_index: place,
    });
  }
  if (gate !== null) await exchange.gates.pass(gate, response, 0);
  if (fault === 'cut') return hangUp(exchange);
  write('completed', {
    b64_json: await base64Of(order, { place: 0, done: 1 }),
    usage: usageOf(order, partials),
  });
  response.end();
}

async function base64Of(
  { request, images }: Order,
  { place, done }: { place: number; done: number },
): Promise<string> {
  const [width, height] = sizeOf(request);
  const bytes = await drawImage(`${request.prompt} ${place}`, {
    width,
    height,
    done,
    format: request.output_format,
    isTransparent: request.background === 'transparent',
    ...(images[0] && { base: images[0] }),
  });
  return bytes.toString('base64');
}

function sizeOf({ size }: ImageRequest): [width: number, height: number] {
  const [width = 1024, height = 1024] = size === 'auto' ? [] : size.split('x').map(Number);
  return [width, height];
}

function styleOf({ request }: Order): object {
  const { output_format, quality, background } = request;
  return {
    size: sizeOf(request).join('x'),
    quality: quality === 'auto' ? 'high' : quality,
    background: background === 'auto' ? 'opaque' : background,
    output_format,
  };
}

/** Side length in pixels of the area that is billed as one token. */
const CELLS = { low: 64, medium: 32, high: 16, auto: 16 };
/** An input image is read at high detail. */
const CLOSE_TOKENS = 4_160;

/** The original's billing: rows of cells, each with one more token at its end. */
function usageOf({ request, images }: Order, partials: number): object {
  const [width, height] = sizeOf(request);
  const cell = CELLS[request.quality];
  const made = request.n * (width / cell) * (height / cell + 1) + partials * 100;
  const words = countText(request.prompt);
  const seen = images.length * CLOSE_TOKENS;
  return {
    input_tokens: words + seen,
    output_tokens: made,
    total_tokens: words + seen + made,
    input_tokens_details: { text_tokens: words, image_tokens: seen },
    output_tokens_details: { text_tokens: 0, image_tokens: made },
  };
}
