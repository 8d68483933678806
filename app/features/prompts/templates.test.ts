import { describe, expect, it } from 'vitest';
import { TEMPLATE_TEXT_MAX, TEMPLATE_TITLE_MAX } from '#app/contracts/prompts/template.ts';
import { variablesOf } from '#app/contracts/prompts/variables.ts';
import { builtInTemplates, searchTemplates } from './templates.server.ts';

const english = builtInTemplates('en-US');
const byId = (language: string) => new Map(builtInTemplates(language).map((one) => [one.promptId, one]));

describe('built-in templates', () => {
  it('are at least thirty, each with a name and a variable', () => {
    expect(english.length).toBeGreaterThanOrEqual(30);
    expect(new Set(english.map(({ title }) => title)).size).toBe(english.length);
    for (const { title, text } of english) {
      expect([title, variablesOf(text).length > 0]).toEqual([title, true]);
      expect(title.length).toBeLessThanOrEqual(TEMPLATE_TITLE_MAX);
      expect(text.length).toBeLessThanOrEqual(TEMPLATE_TEXT_MAX);
    }
  });

  it.each(['ar-EG', 'ja-JP'])('are the same in %s, translated', (language) => {
    const other = byId(language);
    expect([...other.keys()]).toEqual(english.map(({ promptId }) => promptId));
    for (const { promptId, title, text } of english) {
      const words = other.get(promptId)!;
      expect([promptId, words.title === title, words.text === text]).toEqual([promptId, false, false]);
      expect([promptId, variablesOf(words.text).length]).toEqual([promptId, variablesOf(text).length]);
    }
  });

  it('are in English for a language without translations', () => {
    expect(builtInTemplates('sv-SE')).toEqual(english);
  });

  it('are found by words of their name or text, in any order', () => {
    const found = searchTemplates(english, '  CODE  review ').map(({ promptId }) => promptId);
    expect(found).toContain('code-review');
    expect(found.length).toBeLessThan(english.length);
    expect(searchTemplates(english, '')).toEqual(english);
  });
});
