import {
  Agent,
  Runner,
  tool,
  type AgentInputItem,
  type AgentOutputType,
  type Model,
  type ModelResponse,
  type Tool,
} from '@openai/agents-core';
import OpenAI, { APIError } from 'openai';
import { PLACE, WEATHER, type Client, type ClientResult, type Settings } from './client.ts';

/** The status of an error of the official client, which the agents' SDK uses. */
export function statusOfAgents(thrown: unknown): number | null {
  return thrown instanceof APIError ? ((thrown.status as number | undefined) ?? null) : null;
}

const thoughtsOf = (responses: readonly ModelResponse[]) =>
  responses
    .flatMap(({ output }) => output)
    .flatMap((item): { text: string }[] =>
      item.type === 'reasoning' ? (item.rawContent ?? item.content) : [],
    )
    .map(({ text }) => text)
    .join('');

/** The functions of OpenAI's agents SDK with one of its models. @param modelOf creates it */
export function withAgents(
  { model, apiKey, baseURL, fetch }: Settings,
  modelOf: (client: OpenAI, model: string) => Model,
): Client {
  const client = new OpenAI({ apiKey, baseURL, fetch });
  // Of a response it reads the summaries of reasoning.
  const modelSettings = { reasoning: { summary: 'auto' as const } };
  const runner = new Runner({ tracingDisabled: true });
  const agent = (more: { tools?: Tool[]; outputType?: AgentOutputType } = {}) =>
    new Agent({ name: 'Guide', model: modelOf(client, model), modelSettings, ...more });
  const heardOf = (result: { finalOutput?: unknown; rawResponses: ModelResponse[] }): ClientResult => {
    const usage = result.rawResponses.at(-1)?.usage;
    return {
      text: String(result.finalOutput),
      usage: usage ? { input: usage.inputTokens, output: usage.outputTokens } : null,
      thoughts: thoughtsOf(result.rawResponses),
    };
  };
  return {
    answer: async (prompt) => heardOf(await runner.run(agent(), prompt)),
    async stream(prompt, { signal, onText } = {}) {
      const result = await runner.run(agent(), prompt, { stream: true, signal });
      for await (const piece of result.toTextStream()) onText?.(piece);
      await result.completed;
      return heardOf(result);
    },
    async callTools(prompt, isStreamed) {
      const calls: unknown[] = [];
      const weather = tool({
        name: 'weather',
        description: 'The weather of the next days.',
        parameters: PLACE,
        execute: async (place) => {
          calls.push(place);
          return WEATHER;
        },
      });
      if (!isStreamed) {
        const { finalOutput } = await runner.run(agent({ tools: [weather] }), prompt);
        return { text: String(finalOutput), calls };
      }
      const result = await runner.run(agent({ tools: [weather] }), prompt, { stream: true });
      await result.completed;
      return { text: String(result.finalOutput), calls };
    },
    object: async (prompt) => (await runner.run(agent({ outputType: PLACE }), prompt)).finalOutput,
    async streamObject(prompt) {
      const result = await runner.run(agent({ outputType: PLACE }), prompt, { stream: true });
      await result.completed;
      return result.finalOutput;
    },
    async see(text, image) {
      const input: AgentInputItem[] = [
        {
          role: 'user',
          content: [
            { type: 'input_text', text },
            { type: 'input_image', image },
          ],
        },
      ];
      return heardOf(await runner.run(agent(), input));
    },
  };
}
