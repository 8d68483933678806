import { treeOf } from '#app/core/imports/conversation-tree.ts';
import { JsonItems } from '#app/core/imports/reading/json-items.ts';
import { flatten } from '#app/core/imports/sources/librechat.ts';
import { splitBlocks } from '#app/core/imports/sources/open-webui.ts';
import {
  fenced,
  idOf,
  isObject,
  joinParts,
  objectOf,
  objectsOf,
  textOf,
  timeOf,
  type SourceConversation,
} from '#app/core/imports/sources/source.ts';
import { jsonOf, piecesOf, type Room } from './reads.ts';

/** A conversation with a text in every place that has one. */
const conversationOf = (text: string): SourceConversation => ({
  source: 'chatgpt',
  id: text,
  title: text,
  createdAt: null,
  updatedAt: null,
  model: text,
  leafId: text,
  isOrdered: false,
  nodes: piecesOf(text, 64).map((piece, index) => ({
    id: piece,
    parentId: index % 2 === 0 ? text.slice(index, index + 64) : null,
    message: { isCreatedByUser: false, text: piece, thinking: piece, sender: piece, createdAt: index },
  })),
});

/** The functions that read exports of other products. */
export const IMPORTS: Room = {
  JsonItems: (text) => {
    const items = new JsonItems();
    return [items.push(Buffer.from(`[{"a":${text}`)), items.end()];
  },
  'JsonItems, in pieces': (text) => {
    const items = new JsonItems();
    return piecesOf(`[${text}`, 16).map((piece) => items.push(Buffer.from(piece)));
  },
  treeOf: (text) => treeOf(conversationOf(text), 'account'),
  flatten: (text) => flatten(jsonOf(text)),
  splitBlocks,
  'splitBlocks, a block': (text) => splitBlocks(`<details type="reasoning">${text}</details>${text}`),
  fenced: (text) => fenced(text, text),
  timeOf,
  textOf,
  idOf,
  isObject,
  objectOf,
  objectsOf: (text) => objectsOf(jsonOf(text)),
  joinParts: (text) => joinParts(piecesOf(text, 16)),
};
