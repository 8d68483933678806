import OpenAI, { APIError } from 'openai';
import { zodResponsesFunction, zodTextFormat } from 'openai/helpers/zod';
import type { Response, ResponseInputItem } from 'openai/resources/responses/responses';
import { PLACE, WEATHER, type Client, type ClientResult, type Settings } from './client.ts';
import { describeClient } from './suite.ts';

describeClient({
  name: 'openai, Responses',
  connect,
  statusOf: (thrown) => (thrown instanceof APIError ? ((thrown.status as number | undefined) ?? null) : null),
  triesOfLimited: 1,
});

function heardOf({ output, output_text: text, usage }: Response): ClientResult {
  const thoughts = output.flatMap((item) => (item.type === 'reasoning' ? (item.content ?? []) : []));
  return {
    text,
    usage: usage ? { input: usage.input_tokens, output: usage.output_tokens } : null,
    thoughts: thoughts.map((part) => part.text).join(''),
  };
}

function connect({ model, vectors: _vectors, ...options }: Settings): Client {
  const client = new OpenAI(options);
  return {
    answer: async (input) => heardOf(await client.responses.create({ model, input })),
    async stream(input, { signal, onText } = {}) {
      const stream = await client.responses.create({ model, input, stream: true }, { signal });
      let last: Response | undefined;
      for await (const event of stream) {
        if (event.type === 'response.output_text.delta') onText?.(event.delta);
        if (event.type === 'response.failed') throw new Error(event.response.error?.message);
        if (event.type === 'response.completed') last = event.response;
      }
      // The reader of the raw stream has to assemble the text.
      const said = last!.output.flatMap((item) => (item.type === 'message' ? item.content : []));
      const text = said.map((part) => (part.type === 'output_text' ? part.text : '')).join('');
      return heardOf({ ...last!, output_text: text });
    },
    async callTools(prompt, isStreamed) {
      const calls: unknown[] = [];
      const tools = [zodResponsesFunction({ name: 'weather', parameters: PLACE })];
      const ask = async (input: ResponseInputItem[]) =>
        isStreamed
          ? client.responses.stream({ model, input, tools }).finalResponse()
          : client.responses.parse({ model, input, tools });
      const input: ResponseInputItem[] = [{ role: 'user', content: prompt }];
      const first = await ask(input);
      for (const item of first.output) {
        // The parsed value belongs to the helper, and is no field of an item.
        if (item.type === 'function_call') {
          const { parsed_arguments: place, ...call } = item;
          calls.push(place);
          input.push(call, { type: 'function_call_output', call_id: call.call_id, output: WEATHER });
        }
      }
      return { text: (await ask(input)).output_text, calls };
    },
    async object(input) {
      const text = { format: zodTextFormat(PLACE, 'place') };
      return (await client.responses.parse({ model, input, text })).output_parsed;
    },
    async streamObject(input) {
      const text = { format: zodTextFormat(PLACE, 'place') };
      return (await client.responses.stream({ model, input, text }).finalResponse()).output_parsed;
    },
    async see(text, url) {
      const content = [
        { type: 'input_text' as const, text },
        { type: 'input_image' as const, image_url: url, detail: 'auto' as const },
      ];
      return heardOf(await client.responses.create({ model, input: [{ role: 'user', content }] }));
    },
  };
}
