import { AuthenticationError, AzureOpenAI, BadRequestError, NotFoundError, RateLimitError } from 'openai';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../start-sandbox.ts';

// Checks the sandbox's Azure wire with the maker's own client for Azure.
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ pace: 0 });
});
afterAll(() => sandbox.close());

const clientOf = (more: object = { apiKey: 'key' }, deployment = 'sandbox-ok') =>
  new AzureOpenAI({
    endpoint: sandbox.url.replace('/v1', ''),
    apiVersion: '2024-10-21',
    deployment,
    maxRetries: 0,
    ...more,
  });
const saying = (content: string) => ({ model: 'ignored', messages: [{ role: 'user' as const, content }] });

it('streams through the address of a deployment, with the filter results', async () => {
  const stream = clientOf().chat.completions.stream({
    ...saying('2+2 [[sandbox: text="Wait." finish=tool_calls]]'),
    tools: [{ type: 'function', function: { name: 'add', parameters: { type: 'object' } } }],
  });
  const chunks: object[] = [];
  stream.on('chunk', (chunk) => chunks.push(chunk));
  const answer = await stream.finalChatCompletion();
  expect(chunks[0]).toMatchObject({ choices: [], prompt_filter_results: [{ prompt_index: 0 }] });
  expect(answer.choices[0]).toMatchObject({
    finish_reason: 'tool_calls',
    message: { content: 'Wait.', tool_calls: [{ function: { name: 'add' } }] },
  });
});

it('answers unstreamed, and accepts a token instead of a key', async () => {
  const azureADTokenProvider = () => Promise.resolve('ya29.token');
  const answer = await clientOf({ azureADTokenProvider }).chat.completions.create(
    saying('[[sandbox: text="Hello"]]'),
  );
  expect(answer.choices[0]).toMatchObject({
    message: { content: 'Hello' },
    content_filter_results: { hate: { filtered: false } },
  });
});

it('has the errors of Azure', async () => {
  const create = (client: AzureOpenAI, directive: string) =>
    client.chat.completions.create(saying(`[[sandbox: ${directive}]]`));
  await expect(create(clientOf(), 'fault=401')).rejects.toThrow(AuthenticationError);
  await expect(create(clientOf({ apiKey: 'key' }, 'nobody'), '')).rejects.toThrow(NotFoundError);
  const filtered = create(clientOf(), 'fault=filter');
  await expect(filtered).rejects.toThrow(BadRequestError);
  await expect(filtered).rejects.toMatchObject({ code: 'content_filter', param: 'prompt' });
  const limited = create(clientOf(), 'fault=429 retry=7');
  await expect(limited).rejects.toThrow(RateLimitError);
  await expect(limited).rejects.toMatchObject({ code: '429' });
  const wrong = create(clientOf({ apiKey: 'key', apiVersion: 'yesterday' }), '');
  await expect(wrong).rejects.toThrow('Resource not found');
});
