import {
  fenced,
  idOf,
  isObject,
  joinParts,
  objectOf,
  objectsOf,
  textOf,
  timeOf,
  type JsonObject,
  type MessageNote,
  type MessageOmission,
  type Source,
  type SourceNode,
} from './source.ts';

/** Part types of a message that are images. */
const IMAGES = new Set(['image_asset_pointer', 'image_url']);

/** The content of a message: its text, or the reason for which it has none. */
type Content =
  | { text: string; notes: MessageNote[] }
  | { omitted: MessageOmission | null; thinking?: string };

/**
 * ChatGPT: a `mapping` of nodes by their ids, each with its parent, and the `current_node`. Since 2026 the
 * conversations are spread over many files, many messages have no metadata, and some conversations have no
 * mapping at all.
 */
export const chatgpt: Source = {
  name: 'chatgpt',
  recognizes: (value) => isObject(value.mapping),
  read(value) {
    const mapping = objectOf(value.mapping);
    const createdAt = timeOf(value.create_time);
    const title = textOf(value.title);
    return {
      source: 'chatgpt',
      id: idOf(value.conversation_id) ?? idOf(value.id) ?? `${createdAt}:${title}`,
      title,
      createdAt,
      updatedAt: timeOf(value.update_time),
      endpoint: 'openAI',
      model: textOf(value.default_model_slug),
      leafId: idOf(value.current_node),
      isOrdered: false,
      nodes: Object.entries(mapping).map(([id, node]) => readNode(id, objectOf(node))),
    };
  },
};

function readNode(id: string, node: JsonObject): SourceNode {
  const place = { id, parentId: idOf(node.parent) };
  if (!isObject(node.message)) return { ...place, message: null, omitted: null };
  const { message } = node;
  const metadata = objectOf(message.metadata);
  const role = textOf(objectOf(message.author).role);
  const content = readContent(role, message, metadata);
  if ('omitted' in content) return { ...place, message: null, ...content };
  return {
    ...place,
    message: {
      isCreatedByUser: role === 'user',
      ...content,
      model: textOf(metadata.model_slug),
      createdAt: timeOf(message.create_time),
    },
  };
}

function readContent(role: string, message: JsonObject, metadata: JsonObject): Content {
  const content = objectOf(message.content);
  const type = textOf(content.content_type);
  if (type === 'thoughts') return { omitted: null, thinking: readThoughts(content) };
  if (metadata.is_visually_hidden_from_conversation === true || type.endsWith('_editable_context'))
    return { omitted: 'hidden' };
  if (type === 'reasoning_recap') return { omitted: null };
  if (role === 'system') return { omitted: 'system' };
  // A message to a tool, or the output of one.
  const recipient = idOf(message.recipient) ?? 'all';
  if ((role !== 'user' && role !== 'assistant') || recipient !== 'all') return { omitted: 'tool' };
  if (type === 'code') return { text: fenced(textOf(content.text), textOf(content.language)), notes: [] };
  return readParts(content);
}

/** `parts` has texts and objects; an image is replaced by a note, and its message stays in the tree. */
function readParts(content: JsonObject): Content {
  const notes: MessageNote[] = [];
  const parts = Array.isArray(content.parts) ? (content.parts as unknown[]) : [content.text];
  const texts = parts.map((part) => {
    if (typeof part === 'string') return part;
    const { content_type: type, text } = objectOf(part);
    // A spoken message has its text beside the sound.
    if (typeof text === 'string') return text;
    if (typeof type === 'string') notes.push(IMAGES.has(type) ? 'image' : 'file');
    return '';
  });
  return { text: joinParts(texts), notes };
}

function readThoughts(content: JsonObject): string {
  return joinParts(objectsOf(content.thoughts).map((one) => textOf(one.content) || textOf(one.summary)));
}
