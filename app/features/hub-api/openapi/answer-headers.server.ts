const text = (description: string) => ({ description, schema: { type: 'string' } });
const number = (description: string) => ({ description, schema: { type: 'integer' } });

/** Headers of answers: the component's name in the document, the name of the header, and its description. */
export const ANSWER_HEADERS = [
  {
    component: 'RequestId',
    name: 'x-request-id',
    header: text('Identifies the request in our logs; include it when you contact us.'),
  },
  {
    component: 'GenerationId',
    name: 'x-generation-id',
    header: text('The ID of the receipt: `GET /generation?id=`.'),
  },
  { component: 'Provider', name: 'x-provider', header: text('The provider that answers.') },
  {
    component: 'IgnoredParameters',
    name: 'x-parlance-ignored-parameters',
    header: text('Request fields that are not passed to any model, separated by commas.'),
  },
  {
    component: 'MaxTokensLowered',
    name: 'x-max-tokens-lowered',
    header: number('The max output tokens that the balance covers, if the request set none.'),
  },
  {
    component: 'IdempotentReplayed',
    name: 'idempotent-replayed',
    header: text('`true` for a retry that returns the response to an earlier request.'),
  },
  {
    component: 'RateLimit',
    name: 'x-ratelimit-limit-requests',
    header: number('Requests allowed per window.'),
  },
  {
    component: 'RateLimitRemaining',
    name: 'x-ratelimit-remaining-requests',
    header: number('Requests left in the window.'),
  },
  {
    component: 'RateLimitReset',
    name: 'x-ratelimit-reset-requests',
    header: text('When the window resets, such as `12s`.'),
  },
  {
    component: 'RetryAfter',
    name: 'retry-after',
    header: number('Seconds to wait before a retry can help.'),
  },
  {
    component: 'ShouldRetry',
    name: 'x-should-retry',
    header: text('`true` or `false`: whether a retry can help.'),
  },
  {
    component: 'Help',
    name: 'link',
    header: text('The documentation of the error, with `rel="help"`.'),
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
