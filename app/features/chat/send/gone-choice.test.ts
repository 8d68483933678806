import { describe, expect, it } from 'vitest';
import type { ModelOption } from '#app/features/chat/conversation/model-option.ts';
import { goneChoice } from './gone-choice.ts';

const option = (id: string, facts: Partial<ModelOption> = {}) =>
  ({ id, name: id.toUpperCase(), makes: 'text', makerName: 'One', ...facts }) as ModelOption;

const CHOSEN = option('chosen');
const IMAGE = option('image', { makes: 'image' });
const facts = { gone: null, refused: null, model: CHOSEN, models: [CHOSEN] };

describe('a chosen model that has vanished', () => {
  it('is none while the model is there', () => {
    expect(goneChoice(facts)).toBe(null);
  });

  it('was missing when the page was loaded: the model of the page is offered', () => {
    expect(goneChoice({ ...facts, gone: 'old/model' })).toEqual({ name: 'old/model', other: CHOSEN });
  });

  it('is known from a rejected send: another of the same maker and kind is offered', () => {
    const models = [CHOSEN, IMAGE, option('foreign', { makerName: 'Two' }), option('sibling')];
    const found = goneChoice({ ...facts, models, refused: 'chosen' });
    expect(found).toEqual({ name: 'CHOSEN', other: models[3] });
  });

  it('is known from a rejected send, and the page has since been loaded with another one', () => {
    expect(goneChoice({ ...facts, refused: 'old/model' })).toEqual({ name: 'old/model', other: CHOSEN });
  });

  it('is reported without an offer when no other model of its kind is there', () => {
    const found = goneChoice({ ...facts, models: [CHOSEN, IMAGE], refused: 'chosen' });
    expect(found).toEqual({ name: 'CHOSEN', other: null });
  });
});
