import type { FileView } from '#app/contracts/files/file-view.ts';
import type { ExportedMessage } from './exported-messages.ts';

/** Words of a file for readers, in their language. */
export interface ExportWords {
  /** Signs the messages of the user. */
  you: string;
  /** Notes below a reply that did not end, was stopped, or failed. */
  unfinished: string;
  stopped: string;
  failed: string;
}

/** The head of a file for readers. */
export interface TextHead {
  title: string;
  /** Lines about the conversation, such as its model. */
  facts: readonly (readonly [name: string, value: string])[];
}

/** Writes the pieces of a file for readers. */
export interface TextFormat {
  head: (head: TextHead) => string;
  message: (message: ExportedMessage, words: ExportWords, hrefOf: FileHref) => string;
}

/** Returns the address of a file. */
export type FileHref = (file: Pick<FileView, 'file_id' | 'filename'>) => string;

/** The opening line of a fenced code block. */
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** A plain text: each message after a line with its author. */
export const TEXT_FORMAT: TextFormat = {
  head: ({ title, facts }) => `${[title, ...facts.map(([name, value]) => `${name}: ${value}`)].join('\n')}\n`,
  message: (message, words, hrefOf) =>
    block([
      `>> ${authorOf(message, words)}:`,
      message.text,
      ...message.files.map((file) => `[${file.filename}] ${hrefOf(file)}`),
      ...notesOf(message, words).map((note) => `(${note})`),
    ]),
};

/** Markdown: each message below a heading with its author, files as images and links. */
export const MARKDOWN_FORMAT: TextFormat = {
  head: ({ title, facts }) =>
    block([
      `# ${oneLine(title)}`,
      facts.map(([name, value]) => `- ${name}: ${value}`).join('\n'),
    ]).trimStart(),
  message: (message, words, hrefOf) =>
    block([
      `## ${oneLine(authorOf(message, words))}`,
      closeFence(message.text),
      ...message.files.map((file) => markdownFile(file, hrefOf)),
      ...notesOf(message, words).map((note) => `*${note}*`),
    ]),
};

/** Joins the parts that are not empty, with an empty line before each. */
function block(parts: readonly string[]): string {
  return parts
    .filter((part) => part !== '')
    .map((part) => `\n${part}\n`)
    .join('');
}

function authorOf({ isCreatedByUser, signature }: ExportedMessage, { you }: ExportWords): string {
  return isCreatedByUser ? you : signature;
}

function notesOf({ unfinished, cancelled, error, errorCode }: ExportedMessage, words: ExportWords): string[] {
  if (error) return [`${words.failed} (${errorCode})`];
  if (cancelled) return [words.stopped];
  return unfinished ? [words.unfinished] : [];
}

function markdownFile(file: FileView, hrefOf: FileHref): string {
  const name = oneLine(file.filename).replaceAll(/[\\[\]]/g, String.raw`\$&`);
  const isImage = file.duration === null && file.type.startsWith('image/');
  return `${isImage ? '!' : ''}[${name}](<${hrefOf(file).replaceAll(/[<>]/g, encodeURIComponent)}>)`;
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Closes a code block that a text leaves open: it would swallow the messages after it. */
export function closeFence(text: string): string {
  let open: string | null = null;
  for (const line of text.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (mark === undefined) continue;
    if (open === null) {
      // Backticks later in the line make it inline code.
      if (!mark.startsWith('`') || !line.trimStart().slice(mark.length).includes('`')) open = mark;
    } else if (line.trim() === mark && mark.length >= open.length && mark[0] === open[0]) open = null;
  }
  return open === null ? text : `${text}${text.endsWith('\n') ? '' : '\n'}${open}`;
}
