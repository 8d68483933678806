const text = (description: string) => ({ description, schema: { type: 'string' } });
const number = (description: string) => ({ description, schema: { type: 'integer' } });

/** Headers of answers: the component's name in the document, the name of the header, and its description. */
export const ANSWER_HEADERS = [
  {
    component: 'RequestId',
    name: 'x-request-id',
    header: text('Names the request in our logs; say it when you ask us about one.'),
  },
  {
    component: 'GenerationId',
    name: 'x-generation-id',
    header: text('Names the receipt: `GET /generation?id=`.'),
  },
  { component: 'Provider', name: 'x-provider', header: text('Who answers.') },
  {
    component: 'IgnoredParameters',
    name: 'x-parlance-ignored-parameters',
    header: text('Fields of the request that reach no model, separated by commas.'),
  },
  {
    component: 'MaxTokensLowered',
    name: 'x-max-tokens-lowered',
    header: number('The longest answer that the balance covers, where the request named none.'),
  },
  {
    component: 'IdempotentReplayed',
    name: 'idempotent-replayed',
    header: text('`true` for the repeat of an earlier call.'),
  },
  {
    component: 'RateLimit',
    name: 'x-ratelimit-limit-requests',
    header: number('Calls that the window allows.'),
  },
  {
    component: 'RateLimitRemaining',
    name: 'x-ratelimit-remaining-requests',
    header: number('Calls that are left in the window.'),
  },
  {
    component: 'RateLimitReset',
    name: 'x-ratelimit-reset-requests',
    header: text('When the window begins anew, such as `12s`.'),
  },
  {
    component: 'RetryAfter',
    name: 'retry-after',
    header: number('Seconds after which a repeat can help.'),
  },
  {
    component: 'ShouldRetry',
    name: 'x-should-retry',
    header: text('`true` or `false`: whether a repeat can help.'),
  },
  {
    component: 'Help',
    name: 'link',
    header: text('Where the documents say more of the error, with `rel="help"`.'),
  },
] as const;

export type AnswerHeader = (typeof ANSWER_HEADERS)[number]['component'];

/** The headers of an answer, as references. */
export function headerRefs(components: readonly AnswerHeader[]): Record<string, { $ref: string }> {
  const named = ANSWER_HEADERS.filter(({ component }) => components.includes(component));
  return Object.fromEntries(
    named.map(({ component, name }) => [name, { $ref: `#/components/headers/${component}` }]),
  );
}
