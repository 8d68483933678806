import { describe, expect, it } from 'vitest';
import type { PromptMessage } from '#app/contracts/completion.ts';
import { toWireRequest as toClaude } from './anthropic/request.ts';
import type { ProviderRequest } from './contract.ts';
import { toWireRequest as toGemini } from './google/request.ts';
import { toWireRequest as toOpenAi } from './openai/request.ts';
import { targetOf } from './openai/target.ts';

/** The first bytes of a file of each type. */
const JPEG = '/9j/4AAQSkZJRg==';
const PDF = 'JVBERi0xLjcK';

interface Maker {
  /** The id of a call, as the maker writes it. */
  id: string;
  /** A tool name, as used by callers of the maker. */
  name: string;
  /** Thoughts of the turn, in the format of our answers. */
  thoughts?: object;
}

const CLAUDE_THOUGHT = { index: 0, format: 'anthropic-claude-v1', type: 'reasoning.text' };
const GEMINI_THOUGHT = { index: 0, format: 'google-gemini-v1', type: 'reasoning.encrypted', data: 'sig' };
const gemini = { id: 'call_0b9c1f0e-1111-4222-8333-944445555666', name: 'files.read:v2' };
const claude = { id: `toolu_${'0Ab9'.repeat(6)}`, name: 'n'.repeat(100) };

/** The tool calls that each maker leaves in a conversation. */
const MAKERS: Record<string, Maker> = {
  OpenAI: { id: `call_${'a1B2'.repeat(6)}`, name: 'look' },
  'OpenAI, responses': { id: 'fc_01a21f77-b59c-7380-8821-0362ce5b0fc1_0', name: 'a.b' },
  Claude: { ...claude, thoughts: { reasoning_details: [{ ...CLAUDE_THOUGHT, text: 'Hm', signature: 's' }] } },
  Gemini: { ...gemini, thoughts: { reasoning_details: [{ ...GEMINI_THOUGHT, id: gemini.id }] } },
  DeepSeek: { id: '0', name: '1st tool'.replace(' ', '-'), thoughts: { reasoning_content: 'Hm' } },
  Kimi: { id: 'functions.look:0', name: 'look', thoughts: { reasoning_content: 'Hm' } },
  Mistral: { id: 'D681PevKs', name: 'look' },
};

/** A conversation that continues after the call, with images and files whose labels are wrong. */
function conversation({ id, name, thoughts = {} }: Maker): ProviderRequest {
  const file = { file_data: `data:text/plain;base64,${PDF}`, filename: 'a.pdf' };
  const messages: PromptMessage[] = [
    {
      role: 'user',
      content: [
        { type: 'image_url', image_url: { url: `data:image/jpg;base64,${JPEG}` } },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${JPEG}` } },
        { type: 'file', file },
      ],
    },
    {
      role: 'assistant',
      content: '',
      tool_calls: [{ type: 'function', id, function: { name, arguments: '{}' } }],
      ...thoughts,
    },
    { role: 'tool', tool_call_id: id, content: 'seen' },
  ];
  const tool = { type: 'function' as const, function: { name, parameters: { type: 'object' } } };
  const options = {
    tools: [tool],
    tool_choice: { type: 'function' as const, function: { name } },
    stop: ['', ' ', 'END'],
  };
  return { model: 'm', messages, maxOutputTokens: 4000, delivery: 'stream', options };
}

/** The fields as a wire sends them. */
interface Sent {
  ids: unknown[];
  names: unknown[];
  types: unknown[];
  stops: unknown;
  /** Fields that would contain thoughts of other makers. */
  thoughts: unknown[];
}

interface Wire {
  send(request: ProviderRequest): Sent;
  id: RegExp;
  name: RegExp;
  stops: string[];
  /** Makers whose thoughts are sent back. */
  knows: string[];
  model: string;
}

const OPENAI_STOPS = [' ', 'END'];
const openAi = (url: string, more: Partial<Wire> = {}): Wire => ({
  model: 'gpt-4o-mini',
  id: /^.{1,40}$/,
  name: /^[\w-]{1,64}$/,
  stops: OPENAI_STOPS,
  knows: [],
  send(request) {
    const wire = toOpenAi(request, targetOf(new URL(url)));
    const [user, assistant, result] = wire.messages as unknown as [
      { content: { image_url?: { url: string }; file?: { file_data: string } }[] },
      { tool_calls: { id: string; function: { name: string } }[] },
      { tool_call_id: string },
    ];
    const [tool] = wire.tools as unknown as [{ function: { name: string } }];
    const choice = wire.tool_choice as { function: { name: string } };
    const urls = user.content.map(({ image_url: image, file }) => image?.url ?? file!.file_data);
    return {
      ids: [assistant.tool_calls[0]!.id, result.tool_call_id],
      names: [assistant.tool_calls[0]!.function.name, tool.function.name, choice.function.name],
      types: urls.map((data) => data.slice(5, data.indexOf(';'))),
      stops: wire.stop,
      thoughts: Object.keys(assistant).filter((key) => key.startsWith('reasoning')),
    };
  },
  ...more,
});

const WIRES: Record<string, Wire> = {
  OpenAI: openAi('https://api.openai.com/v1'),
  Groq: openAi('https://api.groq.com/openai/v1'),
  Mistral: openAi('https://api.mistral.ai/v1', { id: /^[a-zA-Z0-9]{9}$/ }),
  DeepSeek: openAi('https://api.deepseek.com', { knows: ['DeepSeek', 'Kimi'] }),
  Claude: {
    model: 'claude-haiku-4-5',
    id: /^[\w-]{1,64}$/,
    name: /^[\w-]{1,128}$/,
    stops: ['END'],
    // A forced call is made without thoughts, so the maker expects none back.
    knows: [],
    send(request) {
      const wire = toClaude(request);
      const blocks = wire.messages.flatMap(({ content }) => content as unknown as Record<string, unknown>[]);
      const of = (type: string) => blocks.filter((block) => block['type'] === type);
      const sources = [...of('image'), ...of('document')].map(
        ({ source }) => (source as { media_type: string }).media_type,
      );
      return {
        ids: [of('tool_use')[0]?.['id'], of('tool_result')[0]?.['tool_use_id']],
        names: [
          of('tool_use')[0]?.['name'],
          (wire.tools as unknown as [{ name: string }])[0].name,
          (wire.tool_choice as { name: string }).name,
        ],
        types: sources,
        stops: wire.stop_sequences,
        thoughts: of('thinking'),
      };
    },
  },
  Gemini: {
    model: 'gemini-3-pro',
    id: /^.{1,64}$/,
    name: /^[a-zA-Z_][\w.:-]{0,63}$/,
    stops: OPENAI_STOPS,
    knows: ['Gemini'],
    send(request) {
      const wire = toGemini(request);
      const parts = wire.contents.flatMap((turn) => turn.parts);
      const call = parts.find(({ functionCall }) => functionCall);
      const result = parts.find(({ functionResponse }) => functionResponse)?.functionResponse;
      const allowed = wire.toolConfig?.functionCallingConfig.allowedFunctionNames;
      return {
        ids: [call?.functionCall?.id, result?.id],
        names: [
          call?.functionCall?.name,
          result?.name,
          wire.tools?.[0].functionDeclarations[0]?.name,
          allowed?.[0],
        ],
        types: parts.flatMap(({ inlineData }) => inlineData?.mimeType ?? []),
        stops: wire.generationConfig.stopSequences,
        // Each call needs a signature: its own, or the maker's placeholder.
        thoughts: call?.thoughtSignature === 'sig' ? ['sig'] : [],
      };
    },
  },
};

const pairs = Object.keys(MAKERS).flatMap((from) => Object.keys(WIRES).map((to) => [from, to] as const));

describe('a conversation begun with another maker', () => {
  it.each(pairs)('%s, continues with %s', (from, to) => {
    const { send, model, ...wire } = WIRES[to]!;
    const sent = send({ ...conversation(MAKERS[from]!), model });
    expect(new Set(sent.ids).size).toBe(1);
    expect(sent.ids[0]).toMatch(wire.id);
    expect(new Set(sent.names).size).toBe(1);
    expect(sent.names[0]).toMatch(wire.name);
    expect(sent.types).toEqual(['image/jpeg', 'image/jpeg', 'application/pdf']);
    expect(sent.stops).toEqual(wire.stops);
    expect(sent.thoughts.length > 0).toBe(wire.knows.includes(from));
  });

  it('keeps a name and an id that the wire accepts', () => {
    const sent = WIRES['Claude']!.send({ ...conversation(MAKERS['OpenAI']!), model: 'claude-haiku-4-5' });
    expect([sent.names[0], sent.ids[0]]).toEqual(['look', MAKERS['OpenAI']!.id]);
  });
});
