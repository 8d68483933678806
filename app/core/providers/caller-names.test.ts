import { expect, it } from 'vitest';
import { MessageReader } from './anthropic/events.ts';
import { CLAUDE_CALLS } from './anthropic/model-rules.ts';
import type { ProviderEvent } from './contract.ts';
import { AnswerReader } from './google/events.ts';
import { GEMINI_CALLS } from './google/model-rules.ts';
import { ChunkReader } from './openai/events.ts';
import { callRulesOf } from './openai/target.ts';
import type { WireReader } from './shared/read-reply.ts';
import { callerNames, wireName, type CallRules } from './shared/tool-calls.ts';

/** Names that no wire accepts, and two that would collide without their hashes. */
const NAMES = ['a b', 'a*b', '1st', 'n'.repeat(200)];
const tools = NAMES.map((name) => ({ type: 'function' as const, function: { name } }));
const OPENAI = callRulesOf({ isMistral: false });
const secrets: string[] = [];

interface Wire {
  rules: CallRules;
  reader: (names: ReadonlyMap<string, string>) => WireReader;
  /** The event in which the wire names a tool. */
  call: (name: string) => object;
}

const WIRES: Record<string, Wire> = {
  Claude: {
    rules: CLAUDE_CALLS,
    reader: (names) => new MessageReader(secrets, new Set(), names),
    call: (name) => ({
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'tool_use', id: 'a', name },
    }),
  },
  Gemini: {
    rules: GEMINI_CALLS,
    reader: (names) => new AnswerReader({ secrets, names }),
    call: (name) => ({
      candidates: [{ content: { parts: [{ functionCall: { id: 'a', name, args: {} } }] } }],
    }),
  },
  OpenAI: {
    rules: OPENAI,
    reader: (names) => new ChunkReader({ choices: 1, secrets, names }),
    call: (name) => ({ choices: [{ delta: { tool_calls: [{ index: 0, id: 'a', function: { name } }] } }] }),
  },
};

it.each(Object.entries(WIRES))(
  '%s gets names that it accepts, and its calls have the caller’s names',
  (_, wire) => {
    const { rules, reader, call } = wire;
    const sent = NAMES.map((name) => wireName(name, rules));
    expect(new Set(sent).size).toBe(NAMES.length);
    for (const [place, name] of sent.entries()) {
      expect(name).toMatch(rules.name);
      expect(name.length).toBeLessThanOrEqual(rules.maxName);
      const events: ProviderEvent[] = [];
      reader(callerNames({ tools }, rules)).read(JSON.stringify(call(name)), events);
      expect(JSON.stringify(events)).toContain(JSON.stringify(NAMES[place]));
    }
  },
);
