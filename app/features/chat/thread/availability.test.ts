import { describe, expect, it } from 'vitest';
import { OPENAI } from '#app/contracts/endpoints/openai.ts';
import { canContinue, canEdit, canRegenerate } from './availability.ts';

const reply = {
  isCreatedByUser: false,
  error: false,
  actions: OPENAI.actions,
  finish_reason: 'length',
  text: 'so far',
};
const NONE = { canContinue: false, canRegenerate: false, canEdit: false };
const question = { ...reply, isCreatedByUser: true, finish_reason: null };
const at = { isLatest: true, isEditing: false, isSubmitting: false };

describe('continue', () => {
  it('is offered for the latest reply that was cut off', () => {
    expect(canContinue(reply, at)).toBe(true);
    expect(canContinue({ ...reply, finish_reason: 'incomplete' }, at)).toBe(true);
  });

  it.each([
    ['it came to its end', { ...reply, finish_reason: 'stop' }, at],
    ['it has not ended', { ...reply, finish_reason: null }, at],
    ['it has no text', { ...reply, text: '' }, at],
    ['it is not the latest', reply, { ...at, isLatest: false }],
    ['it is being edited', reply, { ...at, isEditing: true }],
    ['a reply is under way', reply, { ...at, isSubmitting: true }],
    ['it is a question', question, at],
    ['the endpoint cannot', { ...reply, actions: NONE }, at],
  ])('is not offered when %s', (_why, message, surroundings) => {
    expect(canContinue(message, surroundings)).toBe(false);
  });
});

describe('regenerate', () => {
  it('is offered for every reply, also a failed one', () => {
    expect(canRegenerate(reply, at)).toBe(true);
    expect(canRegenerate({ ...reply, error: true }, at)).toBe(true);
  });

  it('is not offered for questions, while editing or sending, or without support of the endpoint', () => {
    expect(canRegenerate(question, at)).toBe(false);
    expect(canRegenerate(reply, { ...at, isEditing: true })).toBe(false);
    expect(canRegenerate(reply, { ...at, isSubmitting: true })).toBe(false);
    expect(canRegenerate({ ...reply, actions: NONE }, at)).toBe(false);
  });
});

describe('edit', () => {
  it('is offered for questions and replies', () => {
    expect(canEdit(question, at)).toBe(true);
    expect(canEdit(reply, at)).toBe(true);
  });

  it('is not offered for a reply without text', () => {
    expect(canEdit({ ...reply, text: '' }, at)).toBe(false);
    expect(canEdit({ ...question, text: '' }, at)).toBe(true);
  });

  it('is not offered while sending, for an error, or without support of the endpoint', () => {
    expect(canEdit(question, { isSubmitting: true })).toBe(false);
    expect(canEdit({ ...reply, error: true }, at)).toBe(false);
    expect(canEdit({ ...question, actions: NONE }, at)).toBe(false);
  });
});
