import { describe, expect, it } from 'vitest';
import { chatgpt } from './chatgpt.ts';
import { messageOf, outline } from '#tests/fixtures/import-outline.ts';
import type { JsonObject } from './source.ts';

describe('ChatGPT', () => {
  const node = (id: string, parent: string | null, message: JsonObject | null) => ({
    id,
    parent,
    children: [],
    message: message && { id, ...message },
  });
  const value = {
    title: 'Waves',
    create_time: 1_756_000_000.5,
    update_time: 1_756_000_400.25,
    conversation_id: 'c-1',
    default_model_slug: 'gpt-5',
    current_node: 'answer',
    mapping: {
      root: node('root', null, null),
      context: node('context', 'root', {
        author: { role: 'user' },
        content: { content_type: 'user_editable_context', user_profile: 'A sailor.' },
        metadata: { is_visually_hidden_from_conversation: true },
      }),
      // Since 2026 many messages have no metadata.
      question: node('question', 'context', {
        author: { role: 'user' },
        create_time: 1_756_000_001,
        content: {
          content_type: 'multimodal_text',
          parts: [
            { content_type: 'image_asset_pointer', asset_pointer: 'file-service://file-1' },
            'How high?',
          ],
        },
      }),
      thoughts: node('thoughts', 'question', {
        author: { role: 'assistant' },
        content: { content_type: 'thoughts', thoughts: [{ summary: 'Wind', content: 'The wind matters.' }] },
      }),
      call: node('call', 'thoughts', {
        author: { role: 'assistant' },
        recipient: 'python',
        content: { content_type: 'code', language: 'python', text: 'print(1)' },
      }),
      output: node('output', 'call', {
        author: { role: 'tool', name: 'python' },
        content: { content_type: 'execution_output', text: '1' },
      }),
      answer: node('answer', 'output', {
        author: { role: 'assistant' },
        create_time: 1_756_000_009.75,
        recipient: 'all',
        content: { content_type: 'text', parts: ['Two meters.', ''] },
        metadata: { model_slug: 'o4-mini' },
      }),
    },
  };

  it('reads the tree, the images and the reasons for nodes without a message', () => {
    const read = chatgpt.read(value);
    expect(outline(read)).toEqual([
      ['root', null, null],
      ['context', 'root', 'hidden'],
      ['question', 'context', 'user', 'How high?'],
      ['thoughts', 'question', null],
      ['call', 'thoughts', 'tool'],
      ['output', 'call', 'tool'],
      ['answer', 'output', 'reply', 'Two meters.'],
    ]);
    expect(messageOf(read, 'question')?.notes).toEqual(['image']);
    expect(messageOf(read, 'answer')).toMatchObject({ model: 'o4-mini', createdAt: 1_756_000_009_750 });
    expect(read).toMatchObject({ id: 'c-1', title: 'Waves', leafId: 'answer', createdAt: 1_756_000_000_500 });
  });

  it('names a conversation without an id by its time and title', () => {
    const { conversation_id: _, ...older } = value;
    expect(chatgpt.read(older).id).toBe('1756000000500:Waves');
  });
});
