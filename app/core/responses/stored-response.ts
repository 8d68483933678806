import type { LogEntry } from '#app/contracts/generation.ts';
import { sealedColumn } from '#app/core/vault/reseal.ts';
import { openLog, openStored } from '#app/core/vault/sealed-log.ts';
import { open, type Binding } from '#app/core/vault/vault.ts';

/** A stored response. */
export interface StoredResponse {
  id: string;
  /** The request, as JSON in the format of the caller. */
  asked: string;
  /** The log of its run with its end; null while it runs. */
  answer: LogEntry[] | null;
  /** Ids of the responses that it continues, oldest first. */
  ancestors: string[];
  isBackground: boolean;
  createdAt: Date;
  endedAt: Date | null;
}

export interface ResponseRow {
  id: string;
  userId: string;
  isBackground: number;
  ancestors: string;
  asked: string;
  answer: string | null;
  createdAt: Date;
  endedAt: Date | null;
}

export const RESPONSE_COLUMNS = `id, user_id AS userId, is_background AS isBackground, ancestors, asked, answer,
  created_at AS createdAt, ended_at AS endedAt`;

/** Columns that are sealed individually. */
const SEALED_COLUMNS = ['asked', 'answer'] as const;
type Column = (typeof SEALED_COLUMNS)[number];

export const bindingOf = ({ id, userId }: { id: string; userId: string }, column: Column): Binding => ({
  ownerId: userId,
  purpose: `response:${column}:${id}`,
});

/** @returns null if it cannot be opened, because its vault key is gone */
export function toStoredResponse(row: ResponseRow): StoredResponse | null {
  const { id, answer, createdAt, endedAt } = row;
  return openStored(
    () => ({
      id,
      asked: open(row.asked, bindingOf(row, 'asked')),
      answer: answer === null ? null : openLog(answer, bindingOf(row, 'answer')),
      ancestors: JSON.parse(row.ancestors) as string[],
      isBackground: row.isBackground === 1,
      createdAt,
      endedAt,
    }),
    { generationId: id, warning: 'a kept response does not open' },
  );
}

/** The stored responses, for a rotation of the vault's keys. */
export const SEALED_RESPONSES = SEALED_COLUMNS.map((column) =>
  sealedColumn({
    table: 'responses',
    column,
    bindingOf: (row: { id: string; userId: string }) => bindingOf(row, column),
  }),
);
