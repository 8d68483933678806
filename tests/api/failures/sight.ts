import { chunksOf, wordsOf } from '#tests/fixtures/stream-call.ts';

/** A client's view of a call, as a line for the table, and the message of an error. */
export interface Sight {
  line: string;
  message: string | null;
}

/** An answer as far as it was received. */
export interface ReceivedAnswer {
  status: number;
  headers: Headers;
  text: string;
}

interface WireError {
  message: string;
  type: string;
  param: string | null;
  code: string;
}

interface Choice {
  index: number;
  message?: { content: string | null; tool_calls?: ToolCall[] };
  delta?: { role?: string; content?: string | null; tool_calls?: ToolCall[] };
  finish_reason: string | null;
}

interface ToolCall {
  function: { name?: string; arguments: string };
}

interface Body {
  id?: string;
  choices?: Choice[];
  usage?: { completion_tokens: number } | null;
  error?: WireError;
}

/** Describes an answer; violations of the contract of OpenAI's clients are in capitals. */
export function describeAnswer({ status, headers, text }: ReceivedAnswer): Sight {
  if (!headers.get('x-request-id')) return wrong('NO REQUEST ID');
  if (headers.get('content-type')?.startsWith('text/event-stream')) return describeStream(status, text);
  const body = JSON.parse(text) as Body;
  if (body.error) {
    const { line, message } = describeError(body.error);
    return { line: [`${status} ${line}`, ...wishesOf(status, headers)].join(', '), message };
  }
  const [choice] = body.choices ?? [];
  const said = describeOutput(choice?.message?.content ?? '', choice?.message?.tool_calls ?? []);
  const usage = `usage ${body.usage?.completion_tokens}`;
  return { line: [status, said, choice?.finish_reason, usage].join(', ').replace(', ', ' '), message: null };
}

/** Describes a call whose connection was cut before its end. */
export function describeCut(text: string): Sight {
  const said = text === '' ? '' : `200 ${describeOutput(wordsOf(text), [])}, `;
  return { line: `${said}connection cut`, message: null };
}

function describeStream(status: number, text: string): Sight {
  const chunks = chunksOf(text) as Body[];
  const [first] = chunks;
  if (first?.choices?.[0]?.delta?.role !== 'assistant') return wrong('NO ROLE FIRST');
  const named = chunks.filter(({ error }) => !error);
  if (new Set(named.map(({ id }) => id)).size !== 1) return wrong('SEVERAL IDS');
  const choices = chunks.flatMap((chunk) => chunk.choices ?? []);
  const calls = choices.flatMap(({ delta }) => delta?.tool_calls ?? []);
  const parts = [`${status} ${describeOutput(wordsOf(text), calls)}`];
  const error = chunks.at(-1)?.error;
  if (error) {
    const { line, message } = describeError(error);
    if (text.includes('[DONE]')) return wrong('AN ERROR AND [DONE]');
    return { line: [...parts, `error ${line}`].join(', '), message };
  }
  if (!text.endsWith('data: [DONE]\n\n')) return wrong('NEITHER ERROR NOR [DONE]');
  const finish = choices.findLast(({ finish_reason: reason }) => reason !== null)?.finish_reason;
  const usage = chunks.findLast((chunk) => chunk.usage)?.usage?.completion_tokens;
  return { line: [...parts, finish, `usage ${usage}`].join(', '), message: null };
}

/** OpenAI's four fields and no more; strict clients reject further ones. */
function describeError(error: WireError): Sight {
  const { message, type, param, code } = error;
  if (Object.keys(error).sort().join() !== 'code,message,param,type') return wrong('OTHER FIELDS');
  if (message === '') return wrong('NO MESSAGE');
  return { line: `${type} ${code}${param === null ? '' : ` (${param})`}`, message };
}

/** Statuses that clients retry by themselves, unless they are told not to. */
const isRepeated = (status: number) => status >= 500 || [408, 409, 429].includes(status);

/** The headers' advice about a retry. A long pause depends on the clock. */
function wishesOf(status: number, headers: Headers): string[] {
  const pause = headers.get('retry-after');
  const advice = headers.get('x-should-retry');
  if (advice === null) return ['NO ADVICE ABOUT A REPEAT'];
  if (advice === 'true' && !isRepeated(status)) return ['A REPEAT OF WHAT CANNOT SUCCEED'];
  return [
    ...(pause === null ? [] : [`retry after ${Number(pause) > 60 ? 'minutes' : `${pause} s`}`]),
    ...(advice === 'false' && isRepeated(status) ? ['do not retry'] : []),
  ];
}

/** Text in quotation marks, and the called tools with their arguments. */
function describeOutput(words: string, calls: readonly ToolCall[]): string {
  const names = calls.flatMap((call) => call.function.name ?? []).join();
  const input = calls.map((call) => call.function.arguments).join('');
  return calls.length > 0 ? `calls ${names}(${input})` : `“${words}”`;
}

function wrong(line: string): Sight {
  return { line, message: null };
}
