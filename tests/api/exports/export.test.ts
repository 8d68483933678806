import { describe, expect, it } from 'vitest';
import { ROOT_ID } from '#app/contracts/chat.ts';
import { NESTED_MAX } from '#app/contracts/exports/export-options.ts';
import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { makeConversation, makeLongBranch, messageMaker } from '#tests/fixtures/conversation.ts';
import { useApi } from '#tests/setup/api.ts';

const api = useApi();

interface Exported {
  [field: string]: unknown;
  messages?: ExportedMessage[];
  messagesTree?: ExportedMessage[];
}

interface ExportedMessage {
  messageId: string;
  parentMessageId: string;
  text: string;
  children?: ExportedMessage[];
}

const ARABIC = 'كيف =1+1 “حالك”؟\nسطر ثانٍ';
const CHINESE = '你好，"世界"';

/** A chat with two answers to its first message, of which the later one is shown. */
async function makeChat(title = 'Waves') {
  const { userId } = await createAccount();
  const conversation = await makeConversation(userId, { title });
  const add = messageMaker(conversation);
  const first = await add({ text: ARABIC });
  const hidden = await add({ text: 'The hidden answer', reply: true });
  const shown = await add({ text: CHINESE, reply: true, parent: first });
  const last = await add({ text: '=SUM(A1)' });
  return { userId, conversation, ids: { first, hidden, shown, last } };
}

async function read(userId: string, conversationId: string, query: string) {
  const answer = await api.as(userId)(`/chat/${conversationId}/export/file?${query}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  // The mark of UTF-8 is a part of the file.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer());
  return { text, headers: answer.headers };
}

async function readJson(userId: string, conversationId: string, query: string): Promise<Exported> {
  return JSON.parse((await read(userId, conversationId, `type=json&${query}`)).text) as Exported;
}

const idsOf = (messages: readonly ExportedMessage[] = []) => messages.map(({ messageId }) => messageId);

describe('an export', () => {
  it('as CSV has exactly the columns of the specification, for every script', async () => {
    const { userId, conversation, ids } = await makeChat();
    const { text, headers } = await read(userId, conversation.id, 'type=csv');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [head, ...lines] = text.split('\r\n');
    expect(head).toBe(
      '\uFEFFsender,text,isCreatedByUser,error,unfinished,cancelled,messageId,parentMessageId,createdAt',
    );
    const at = (await readJson(userId, conversation.id, '')).messages as unknown as { createdAt: string }[];
    expect(lines).toEqual([
      `User,"${ARABIC}",true,false,false,false,${ids.first},${ROOT_ID},${at[0]!.createdAt}`,
      `ChatGPT,"你好，""世界""",false,false,false,false,${ids.shown},${ids.first},${at[1]!.createdAt}`,
      `User,=SUM(A1),true,false,false,false,${ids.last},${ids.shown},${at[2]!.createdAt}`,
      '',
    ]);
    const guarded = await read(userId, conversation.id, 'type=csv&guard=1&branches=1');
    expect(guarded.text).toContain("User,'=SUM(A1),true");
    expect(guarded.text).toContain('The hidden answer');
  });

  it('as JSON has the shown branch or all branches, nested on request, and the options only if they were chosen', async () => {
    const { userId, conversation, ids } = await makeChat();
    await change(AUTOCOMMIT, 'UPDATE conversations SET options = ? WHERE id = ?', [
      JSON.stringify({ temperature: 0.5, modelLabel: 'Ada' }),
      conversation.id,
    ]);
    const shown = await readJson(userId, conversation.id, 'options=1');
    expect(shown).toMatchObject({
      format: 'parlance-conversation',
      version: 1,
      conversationId: conversation.id,
      title: 'Waves',
      endpoint: 'openAI',
      model: 'openai/gpt-3.5-turbo',
      temperature: 0.5,
      chatGptLabel: 'Ada',
      branches: false,
      recursive: false,
    });
    expect(idsOf(shown.messages)).toEqual([ids.first, ids.shown, ids.last]);
    const all = await readJson(userId, conversation.id, 'branches=1&order=sequential');
    expect(all).not.toHaveProperty('temperature');
    expect(all).not.toHaveProperty('model');
    expect(idsOf(all.messages)).toEqual([ids.first, ids.hidden, ids.shown, ids.last]);
    expect(all.messages![2]).toMatchObject({
      parentMessageId: ids.first,
      text: CHINESE,
      sender: 'ChatGPT',
      isCreatedByUser: false,
      finish_reason: 'stop',
      error: false,
      files: [],
    });
    const nested = await readJson(userId, conversation.id, 'branches=1&order=recursive');
    expect(nested).toMatchObject({ recursive: true, branches: true });
    expect(nested).not.toHaveProperty('messages');
    const [first, ...others] = nested.messagesTree!;
    expect([first!.messageId, others]).toEqual([ids.first, []]);
    expect(idsOf(first!.children)).toEqual([ids.hidden, ids.shown]);
    expect(idsOf(first!.children![1]!.children)).toEqual([ids.last]);
    const line = await readJson(userId, conversation.id, 'order=recursive');
    expect(idsOf(line.messagesTree![0]!.children)).toEqual([ids.shown]);
  });

  it('as text and Markdown has the shown branch in the reader’s language, with notes how replies ended', async () => {
    const { userId, conversation } = await makeChat('# Wellen\n=1');
    const markdown = await read(userId, conversation.id, 'type=markdown&options=1&branches=1');
    expect(markdown.text).toContain('# # Wellen =1\n\n- endpoint: openAI\n- model: openai/gpt-3.5-turbo\n');
    expect(markdown.text).toContain(`\n## You\n\n${ARABIC}\n`);
    expect(markdown.text).toContain(`\n${CHINESE}\n`);
    expect(markdown.text).not.toContain('hidden');
    const answer = await api.as(userId)(`/chat/${conversation.id}/export/file?type=text`, {
      headers: { 'accept-language': 'ar-EG' },
    });
    expect(await answer.text()).toContain(`\n>> أنت:\n\n${ARABIC}\n`);

    const ended = await makeConversation(userId);
    const add = messageMaker(ended);
    await add();
    await add({ text: 'cut off', reply: true, errorCode: 'provider_cut' });
    await add();
    await add({ text: 'so far', reply: true, running: true });
    const { messages } = await readJson(userId, ended.id, '');
    expect(messages).toMatchObject([
      { error: false },
      { error: true, errorCode: 'provider_cut', text: 'cut off' },
      { unfinished: false },
      { unfinished: true, text: 'so far', finish_reason: null },
    ]);
    const { text } = await read(userId, ended.id, 'type=text');
    expect(text).toMatch(/cut off\n\n\(Error \(provider_cut\)\)/);
    expect(text).toMatch(/so far\n\n\(Unfinished\)\n$/);
  });

  it('is named as typed or by the title, never by a path; unknown types are refused', async () => {
    const { userId, conversation } = await makeChat('../أمواج');
    const nameOf = async (query: string) =>
      (await read(userId, conversation.id, query)).headers.get('content-disposition');
    expect(await nameOf('type=json')).toBe(
      `attachment; filename="______.json"; filename*=UTF-8''_${encodeURIComponent('أمواج')}.json`,
    );
    expect(await nameOf('type=csv&name=My%20%22file%22%0d%0aX: y')).toBe(
      `attachment; filename="My _file_ X_ y.csv"; filename*=UTF-8''My%20_file_%20X_%20y.csv`,
    );
    const call = api.as(userId);
    const head = await call(`/chat/${conversation.id}/export/file?type=json`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'application/json']);
    const unknown = await call(`/chat/${conversation.id}/export/file?type=exe`);
    expect([unknown.status, await unknown.json()]).toMatchObject([400, { error: { param: 'type' } }]);
    const image = await call(`/chat/${conversation.id}/export/file?type=screenshot`, { redirect: 'manual' });
    expect(image.headers.get('location')).toBe(`/chat/${conversation.id}/print`);
  });

  it('has every message of a long chat once, in order', async () => {
    const { userId } = await createAccount();
    const conversation = await makeConversation(userId);
    const ids = await makeLongBranch(conversation, NESTED_MAX + 1);
    for (const query of ['', 'branches=1'])
      expect(idsOf((await readJson(userId, conversation.id, query)).messages)).toEqual(ids);
    const { text } = await read(userId, conversation.id, 'type=csv');
    expect(text.split('\r\n')).toHaveLength(NESTED_MAX + 3);
    // Nested it would be too deep: a program gets an error, and a browser the form with its choices.
    const path = `/chat/${conversation.id}/export/file?type=json&name=Mine&order=recursive`;
    const refused = await api.as(userId)(path);
    expect([refused.status, await refused.json()]).toMatchObject([400, { error: { param: 'order' } }]);
    const back = await api.as(userId)(path, { headers: { accept: 'text/html' }, redirect: 'manual' });
    expect([back.status, back.headers.get('location')]).toEqual([
      303,
      `/chat/${conversation.id}/export?type=json&name=Mine&order=recursive&problem=order`,
    ]);
  });
});
