import { describe, expect, it } from 'vitest';
import { closeFence, MARKDOWN_FORMAT, TEXT_FORMAT } from './conversation-text.ts';
import type { ExportedMessage } from './exported-messages.ts';

const WORDS = { you: 'أنت', unfinished: 'Unfinished', stopped: 'Stopped', failed: 'Error' };

const hrefOf = ({ file_id: id }: { file_id: string }) => `https://chat.example/files/${id}`;

function message(given: Partial<ExportedMessage>): ExportedMessage {
  const plain = { isCreatedByUser: false, signature: 'GPT-4o', text: 'Hello', files: [] };
  return { ...plain, error: false, unfinished: false, cancelled: false, ...given } as ExportedMessage;
}

const image = { file_id: 'f1', filename: 'a [b] c.png', type: 'image/png', duration: null };
const video = { file_id: 'f2', filename: 'film.mp4', type: 'video/mp4', duration: 3 };

describe('plain text', () => {
  it('has the title and the facts, then each message after its author', () => {
    expect(TEXT_FORMAT.head({ title: 'T', facts: [['model', 'm']] })).toBe('T\nmodel: m\n');
    expect(TEXT_FORMAT.message(message({ isCreatedByUser: true, text: '你好' }), WORDS, hrefOf)).toBe(
      '\n>> أنت:\n\n你好\n',
    );
  });

  it.each([
    [{ unfinished: true }, '(Unfinished)'],
    [{ cancelled: true }, '(Stopped)'],
    [{ error: true, unfinished: true, errorCode: 'provider_cut', text: '' }, '(Error (provider_cut))'],
  ])('notes how a reply ended: %j', (given, note) => {
    expect(TEXT_FORMAT.message(message(given), WORDS, hrefOf).endsWith(`\n${note}\n`)).toBe(true);
  });
});

describe('Markdown', () => {
  it('has headings, and files as images and links', () => {
    expect(MARKDOWN_FORMAT.head({ title: 'Two\nlines', facts: [['model', 'm']] })).toBe(
      '# Two lines\n\n- model: m\n',
    );
    const files = [image, video] as ExportedMessage['files'];
    expect(MARKDOWN_FORMAT.message(message({ files, cancelled: true }), WORDS, hrefOf)).toBe(
      '\n## GPT-4o\n\nHello\n\n![a \\[b\\] c.png](<https://chat.example/files/f1>)\n\n[film.mp4](<https://chat.example/files/f2>)\n\n*Stopped*\n',
    );
  });

  it.each([
    ['a', 'a'],
    ['```js\nx', '```js\nx\n```'],
    ['```js\nx\n```', '```js\nx\n```'],
    ['````\n```\nx\n', '````\n```\nx\n````'],
    ['~~~\n```\n~~~\n', '~~~\n```\n~~~\n'],
    ['```inline```', '```inline```'],
    ['    ```\nnot a fence', '    ```\nnot a fence'],
  ])('closes an open code block: %j', (text, closed) => expect(closeFence(text)).toBe(closed));
});
