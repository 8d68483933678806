import { describe, expect, it } from 'vitest';
import { AppError } from '#app/contracts/errors.ts';
import { sendBody, toChatSend } from './send-body.server.ts';

const CALL = { endpoint: 'openAI', edits: false, userId: 'u', requestId: 'r' };
const ask = (body: unknown, more: Partial<typeof CALL> = {}) =>
  toChatSend({ ...CALL, ...more, body: sendBody.parse(body) });

function refusal(run: () => unknown): AppError {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('toChatSend', () => {
  it('begins a conversation with a trimmed message and the default model', () => {
    expect(ask({ text: '  Hello \n', messageId: 'mine', conversationId: null })).toEqual({
      userId: 'u',
      requestId: 'r',
      mode: 'send',
      conversationId: null,
      parentMessageId: null,
      text: 'Hello',
      files: [],
      clientMessageId: 'mine',
      endpoint: 'openAI',
      model: 'openai/gpt-3.5-turbo',
      parameters: {},
    });
    expect(ask({ text: 'Hello', conversationId: 'new' }).conversationId).toBeNull();
  });

  it('translates the options to our names', () => {
    const options = { temperature: 0, top_p: 0.5, presence_penalty: -2, frequency_penalty: 2, max_tokens: 9 };
    expect(ask({ text: 'x', model: 'a/b', ...options, promptPrefix: 'Be brief.' })).toMatchObject({
      model: 'a/b',
      parameters: {
        temperature: 0,
        topP: 0.5,
        presencePenalty: -2,
        frequencyPenalty: 2,
        maxOutputTokens: 9,
        promptPrefix: 'Be brief.',
      },
    });
  });

  it('reads the options of anthropic, and ignores those of other endpoints', () => {
    const options = { temperature: 1, topP: 0.7, topK: 5, maxOutputTokens: 4000, modelLabel: ' Ada ' };
    expect(
      ask(
        { text: 'x', ...options, presence_penalty: 1, promptPrefix: 'Be brief.' },
        { endpoint: 'anthropic' },
      ),
    ).toMatchObject({
      endpoint: 'anthropic',
      model: 'anthropic/claude-1',
      parameters: { ...options, modelLabel: 'Ada', promptPrefix: 'Be brief.' },
    });
    expect(ask({ text: 'x', topK: 5, modelLabel: 'Ada' }).parameters).toEqual({});
  });

  it.each([
    [{ temperature: 1.01 }, 'temperature'],
    [{ maxOutputTokens: 4001 }, 'maxOutputTokens'],
    [{ max_tokens: 4001 }, 'max_tokens'],
  ])('applies the narrower bounds of anthropic to %j', (options, param) => {
    const body = { text: 'x', ...options };
    expect(refusal(() => ask(body, { endpoint: 'anthropic' }))).toMatchObject({
      code: 'invalid_request',
      param,
    });
    expect(ask(body).endpoint).toBe('openAI');
  });

  it.each([
    ['openAI', { temperature: '1' }, 'temperature'],
    ['openAI', { temperature: 2.01 }, 'temperature'],
    ['openAI', { top_p: -0.1 }, 'top_p'],
    ['openAI', { max_tokens: 1.5 }, 'max_tokens'],
    ['openAI', { max_tokens: 0 }, 'max_tokens'],
    ['openAI', { maxOutputTokens: 0 }, 'maxOutputTokens'],
    ['openAI', { chatGptLabel: 'a'.repeat(81) }, 'chatGptLabel'],
    ['openAI', { promptPrefix: 'a'.repeat(100_001) }, 'promptPrefix'],
    ['anthropic', { topP: 1.1 }, 'topP'],
    ['anthropic', { top_p: 1.1 }, 'top_p'],
    ['anthropic', { topK: 0 }, 'topK'],
    ['anthropic', { topK: 41 }, 'topK'],
    ['anthropic', { topK: 1.5 }, 'topK'],
    ['anthropic', { modelLabel: 7 }, 'modelLabel'],
  ])('names the invalid option of %s in %j', (endpoint, options, param) => {
    const refused = refusal(() => ask({ text: 'x', ...options }, { endpoint }));
    expect(refused).toMatchObject({ code: 'invalid_request', param });
  });

  it('treats null as absent', () => {
    const nulls = { temperature: null, top_p: null, max_tokens: null, promptPrefix: null, chatGptLabel: '' };
    expect(ask({ text: 'x', ...nulls }).parameters).toEqual({});
  });

  it('answers a user message again', () => {
    const body = { text: 'old', conversationId: 'c', parentMessageId: 'p', overrideParentMessageId: 'user' };
    expect(ask(body)).toMatchObject({ mode: 'regenerate', parentMessageId: 'user', text: '' });
  });

  it('continues a reply, with its edited text if there is one', () => {
    const body = { conversationId: 'c', responseMessageId: 'reply', overrideParentMessageId: 'user' };
    expect(ask({ ...body, isContinued: true, text: 'asked' })).toMatchObject({
      mode: 'continue',
      parentMessageId: 'reply',
      text: '',
    });
    expect(ask({ ...body, generation: 'So far ' }, { edits: true })).toMatchObject({
      mode: 'continue',
      text: 'So far ',
    });
  });

  it('replaces a message by /api/edit', () => {
    const body = { text: 'better', conversationId: 'c', parentMessageId: 'p' };
    expect(ask(body, { edits: true })).toMatchObject({ mode: 'edit', parentMessageId: 'p', text: 'better' });
  });

  it.each([
    [{ text: '   ' }, {}, 'text'],
    [{}, {}, 'text'],
    [{ conversationId: 'c', isContinued: true }, {}, 'responseMessageId'],
    [{ overrideParentMessageId: 'm' }, {}, 'conversationId'],
    [{ text: 'x', parentMessageId: 'p' }, { edits: true }, 'conversationId'],
  ])('names the missing field of %j', (body, more, param) => {
    expect(refusal(() => ask(body, more))).toMatchObject({ code: 'invalid_request', param });
  });

  it('signs with the label of the sender', () => {
    expect(ask({ text: 'x', chatGptLabel: ' Ada ' }).parameters).toEqual({ modelLabel: 'Ada' });
  });

  it.each(['nothing', 'assistant', '__proto__', ''])('rejects the unknown endpoint %j', (endpoint) => {
    expect(refusal(() => ask({ text: 'x' }, { endpoint }))).toMatchObject({
      code: 'not_found',
      message: 'Unknown endpoint.',
    });
  });
});

describe('sendBody', () => {
  it.each([
    [{ text: 7 }, 'text'],
    [{ text: 'x', conversationId: {} }, 'conversationId'],
    [{ text: 'x', messageId: 'a'.repeat(65) }, 'messageId'],
    [{ text: 'x', isContinued: 'yes' }, 'isContinued'],
  ])('names the invalid field of %j', (body, field) => {
    expect(sendBody.safeParse(body).error?.issues[0]?.path).toEqual([field]);
  });

  it('accepts the null fields that clients of the spec send', () => {
    const nulls = {
      parentMessageId: null,
      overrideParentMessageId: null,
      responseMessageId: null,
      model: null,
    };
    expect(sendBody.safeParse({ text: 'x', ...nulls, error: false, sender: 'User' }).success).toBe(true);
  });
});
