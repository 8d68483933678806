import { describe, expect, it } from 'vitest';
import { toWireRequest as toClaude } from '#app/core/providers/anthropic/request.ts';
import { toWireRequest as toGemini } from '#app/core/providers/google/request.ts';
import { optionsOf } from '#app/core/tasks/chat/call-weight.ts';
import { chatRequest, ignoredInChat } from './chat-request.ts';
import { hidesThoughts, withOneReasoning } from './reasoning.ts';

const read = (more: object) =>
  withOneReasoning(chatRequest.parse({ model: 'm', messages: [{ role: 'user', content: 'Hi' }], ...more }));
const sent = (more: object, model: string) => ({
  model,
  messages: [{ role: 'user' as const, content: 'Hi' }],
  maxOutputTokens: 10_000,
  delivery: 'stream' as const,
  options: optionsOf(read({ max_tokens: 10_000, ...more })),
});
const claude = (more: object) => toClaude(sent(more, 'claude-haiku-4-5')).thinking;
const gemini = (more: object) =>
  toGemini(sent(more, 'gemini-2.5-flash')).generationConfig.thinkingConfig?.thinkingBudget;

describe('reasoning and thinking of a chat completion', () => {
  it.each([
    [{ reasoning: { effort: 'low' } }, 'low', 2000],
    [{ reasoning: { effort: 'none' } }, 'none', undefined],
    [{ reasoning: { enabled: true } }, 'medium', 5000],
    [{ reasoning: { enabled: false } }, 'none', undefined],
    [{ reasoning: { max_tokens: 4000 } }, 'medium', 4000],
    [{ reasoning: { max_tokens: 0 } }, 'none', undefined],
    [{ reasoning: { max_tokens: 30_000 } }, 'high', 9999],
    [{ reasoning: { exclude: true } }, undefined, undefined],
    [{ reasoning: null, thinking: null }, undefined, undefined],
    [{ thinking: { type: 'enabled', budget_tokens: 2500 } }, 'low', 2500],
    [{ thinking: { type: 'enabled' } }, 'medium', 5000],
    [{ thinking: { type: 'disabled' } }, 'none', undefined],
    [{ thinking: { type: 'adaptive' } }, 'high', 8000],
    [{ reasoning_effort: 'high', reasoning: { effort: 'low' } }, 'high', 8000],
  ])('%j', (asked, effort, budget) => {
    expect(read({ max_tokens: 10_000, ...asked }).reasoning_effort).toBe(effort);
    const thinking = claude(asked);
    expect(thinking?.type === 'enabled' ? thinking.budget_tokens : undefined).toBe(budget);
  });

  it('gives Gemini the same budget, within its limits', () => {
    expect(gemini({ reasoning: { max_tokens: 4000 } })).toBe(4000);
    expect(gemini({ thinking: { type: 'enabled', budget_tokens: 9_000 } })).toBe(9000);
    expect(gemini({ thinking: { type: 'disabled' } })).toBe(0);
  });

  it('refuses a budget below the minimum that Anthropic documents', () => {
    const asked = { thinking: { type: 'enabled', budget_tokens: 1000 } };
    expect(() => read(asked)).toThrow(/budget_tokens/);
  });

  it('hides thoughts on request, and lists unknown fields as ignored', () => {
    expect(hidesThoughts(read({ reasoning: { exclude: true } }))).toBe(true);
    expect(hidesThoughts(read({ include_reasoning: false }))).toBe(true);
    expect(hidesThoughts(read({ reasoning: { effort: 'low' } }))).toBe(false);
    const odd = {
      reasoning: { effort: 'low', summary: 'auto' },
      thinking: { type: 'adaptive', display: 'omitted' },
    };
    expect(ignoredInChat(read(odd))).toEqual(['reasoning.summary', 'thinking.display']);
  });
});
