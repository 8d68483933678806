import OpenAI from 'openai';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { jsonPost } from '#tests/fixtures/json-post.ts';
import { readSse } from '#tests/setup/read-sse.ts';

/** The fields of a response that tests read. */
export interface WireResponse {
  id: string;
  status: string;
  store: boolean;
  background: boolean;
  completed_at: number | null;
  previous_response_id: string | null;
  output: Record<string, unknown>[];
  usage: { cost: number } | null;
  error: { message: string; code: string; param: string | null };
}

export type Events = Record<string, unknown>[];

/** An account with a key, and its calls of responses. */
export async function responsesOf(origin: string) {
  const owner = await createKey();
  const url = (path = '') => `${origin}/api/v1/responses${path}`;
  const headers = { authorization: `Bearer ${owner.value}` };
  const post = (path: string, body: object, more: Record<string, string> = {}) =>
    fetch(url(path), jsonPost(body, { bearer: owner.value, headers: more }));
  const read = async (answer: Response | Promise<Response>) => {
    const got = await answer;
    return { http: got.status, headers: got.headers, ...((await got.json()) as WireResponse) };
  };
  return {
    owner,
    client: new OpenAI({ apiKey: owner.value, baseURL: `${origin}/api/v1`, maxRetries: 0 }),
    post,
    create: (body: object, more?: Record<string, string>) =>
      read(post('', { model: TEST_MODEL, ...body }, more)),
    stream: (body: object, signal?: AbortSignal) =>
      fetch(url(), {
        ...jsonPost({ model: TEST_MODEL, stream: true, ...body }, { bearer: owner.value }),
        signal,
      }),
    get: (path: string) => read(fetch(url(`/${path}`), { headers })),
    events: async (path: string) => eventsOf(await fetch(url(`/${path}`), { headers })),
    remove: (id: string) => read(fetch(url(`/${id}`), { method: 'DELETE', headers })),
    cancel: (id: string) => read(post(`/${id}/cancel`, {})),
  };
}

export type Caller = Awaited<ReturnType<typeof responsesOf>>;

/** All events of a stream. */
export async function eventsOf(answer: Response): Promise<Events> {
  const events: Events = [];
  for await (const { data } of readSse(answer)) events.push(data);
  return events;
}

/** The text of the first message of an output. */
export function textOf({ output }: Pick<WireResponse, 'output'>): string {
  const message = output.find(({ type }) => type === 'message');
  const [part] = (message?.['content'] ?? []) as { text: string }[];
  return part?.text ?? '';
}
