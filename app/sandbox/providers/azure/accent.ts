import type { Accent } from '../openai/accent.ts';
import { errorBody, type WireError } from '../openai/errors.ts';

const SAFE = { filtered: false, severity: 'safe' };
const CATEGORIES = { hate: SAFE, self_harm: SAFE, sexual: SAFE, violence: SAFE };

/**
 * Azure's filter result for the prompt, before everything else: a chunk without choices, whose fields are
 * empty.
 */
const PROMPT_FILTERS = {
  id: '',
  object: '',
  created: 0,
  model: '',
  choices: [],
  prompt_filter_results: [{ prompt_index: 0, content_filter_results: CATEGORIES }],
};

/** Azure filters input and output, reports it for every choice, and has errors of its own. */
export const AZURE: Accent = {
  first: JSON.stringify(PROMPT_FILTERS),
  choice: { content_filter_results: CATEGORIES },
  errorHeaders({ 'retry-after': seconds, ...others }) {
    if (seconds === undefined) return others;
    // Rounded up in one of them, as at Azure.
    return {
      ...others,
      'retry-after': String(Number(seconds) + 1),
      'retry-after-ms': String(Number(seconds) * 1000),
    };
  },
  errorBody(error) {
    const { status, code } = error;
    if (status === 401)
      return plain(
        '401',
        `Access denied due to invalid subscription key or wrong API endpoint. ${error.message}`,
      );
    if (code === 'model_not_found')
      return plain('DeploymentNotFound', 'The API deployment for this resource does not exist.');
    if (status === 429 && code === 'rate_limit_exceeded')
      return plain('429', 'Requests to the ChatCompletions_Create Operation have exceeded the rate limit.');
    return code === 'content_filter' ? filtered(error) : errorBody(error);
  },
};

function plain(code: string, message: string): object {
  return { error: { code, message } };
}

function filtered({ status, code }: WireError): object {
  return {
    error: {
      message:
        "The response was filtered due to the prompt triggering Azure OpenAI's content management policy. Please modify your prompt and retry.",
      type: null,
      param: 'prompt',
      code,
      status,
      innererror: {
        code: 'ResponsibleAIPolicyViolation',
        content_filter_result: { ...CATEGORIES, hate: { filtered: true, severity: 'high' } },
      },
    },
  };
}
