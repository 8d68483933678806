import { AppError } from '#app/contracts/errors.ts';
import type { PlacedTurn } from './to-turns.ts';

/** What the dialect calls what the pipeline calls otherwise. */
const NAMES: Readonly<Record<string, string>> = {
  max_completion_tokens: 'max_tokens',
  stop: 'stop_sequences',
  reasoning_effort: 'thinking',
  response_format: 'output_config.format',
  parallel_tool_calls: 'tool_choice.disable_parallel_tool_use',
};

const TURN = /^messages\[(\d{1,5})\](?:\.content\[(\d{1,6})\])?/;

/** The fields of a request as its caller wrote them, by the names that the pipeline has for them. */
export class MessageFields {
  readonly #turns: readonly Pick<PlacedTurn, 'place' | 'parts'>[];

  constructor(turns: readonly Pick<PlacedTurn, 'place' | 'parts'>[]) {
    this.#turns = turns;
  }

  /** An error about the request as we had it. */
  ofCall(error: AppError): AppError {
    const [said = '', turn, part] = TURN.exec(error.param ?? '') ?? [];
    const placed = this.#turns[Number(turn)];
    if (said === '' || !placed) return this.ofRun(error);
    return named(error, (part === undefined ? undefined : placed.parts[Number(part)]) ?? placed.place);
  }

  /** An error of whoever was asked, who had turns of their own, which nobody here could find again. */
  ofRun(error: AppError): AppError {
    const { param } = error;
    if (param === null) return error;
    return named(error, /^messages\b/.test(param) ? 'messages' : this.name(param));
  }

  /** The name of a field that is no turn. */
  name(field: string): string {
    const [, option = field, place = ''] = /^(\w+)(\[\d+\])$/.exec(field) ?? [];
    return (NAMES[option] ?? option) + place;
  }
}

function named(error: AppError, param: string): AppError {
  const { code, message, params, retryAfterSeconds, shouldRetry, cause } = error;
  const said = message.startsWith(`${error.param}: `)
    ? `${param}${message.slice(error.param!.length)}`
    : message;
  return new AppError(code, { message: said, param, params, retryAfterSeconds, shouldRetry, cause });
}
