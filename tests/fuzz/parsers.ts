import { readdirSync, readFileSync } from 'node:fs';
import type { ChatDialect } from '#app/contracts/catalogue/dialects.ts';
import { CompletionReader } from '#app/core/providers/anthropic/complete/index.ts';
import { MessageReader } from '#app/core/providers/anthropic/events.ts';
import { UpdateReader } from '#app/core/providers/bing/events.ts';
import { SnapshotReader } from '#app/core/providers/chatgpt/index.ts';
import { AnswerReader } from '#app/core/providers/google/events.ts';
import { PredictionReader } from '#app/core/providers/google/palm/index.ts';
import { ChunkReader } from '#app/core/providers/openai/events.ts';
import type { WireReader } from '#app/core/providers/shared/read-reply.ts';

export interface Parser {
  /** A reader for one answer. */
  reader(): WireReader;
  /** Recorded answers of this dialect: streams and whole ones. */
  streams: readonly string[];
  wholes: readonly string[];
  /** A keep-alive message, if it is not a comment. */
  alive?: string;
}

/** The parser of each chat dialect, with the recordings that are corrupted for it. */
export const PARSERS: Readonly<Record<ChatDialect, Parser>> = {
  openai: {
    reader: () => new ChunkReader({ choices: 2, secrets: ['sk-fuzz-secret'] }),
    ...recordings('openai'),
  },
  azure: {
    reader: () => new ChunkReader({ choices: 2, secrets: ['sk-fuzz-secret'] }),
    ...recordings('openai/azure'),
  },
  anthropic: {
    reader: () => new MessageReader(['sk-fuzz-secret']),
    ...recordings('anthropic'),
  },
  'anthropic-complete': {
    reader: () => new CompletionReader(['sk-fuzz-secret']),
    ...recordings('anthropic/complete'),
  },
  google: {
    reader: () => new AnswerReader({ secrets: ['sk-fuzz-secret'], textTools: new Set(['note']) }),
    ...recordings('google'),
  },
  palm: {
    reader: () => new PredictionReader({ secrets: ['sk-fuzz-secret'], maxOutputTokens: 1024 }),
    ...recordings('google/palm'),
    // We request no streams on this wire; a proxy may turn an answer into events all the same.
    streams: recordings('google/palm').wholes.map(
      (whole) => `data: ${JSON.stringify(JSON.parse(whole))}\n\n`,
    ),
  },
  bing: {
    reader: () => new UpdateReader({ secrets: ['sk-fuzz-secret'], baseUrl: 'https://bing.example' }),
    ...recordings('bing', '.records'),
    alive: '{"type":6}\u001E',
    // A proxy may answer the socket's address with plain JSON.
    wholes: recordings('bing', '.records').streams.flatMap((stream) =>
      stream.split('\u001E').filter((record) => record.trim() !== ''),
    ),
  },
  chatgpt: {
    reader: () => new SnapshotReader(['sk-fuzz-secret']),
    ...recordings('chatgpt'),
  },
};

function recordings(folder: string, streamed = '.sse'): Pick<Parser, 'streams' | 'wholes'> {
  const place = new URL(`../../app/core/providers/${folder}/fixtures/`, import.meta.url);
  const names = readdirSync(place);
  const texts = (ending: string) =>
    names.filter((name) => name.endsWith(ending)).map((name) => readFileSync(new URL(name, place), 'utf8'));
  return { streams: texts(streamed), wholes: texts('.json') };
}
