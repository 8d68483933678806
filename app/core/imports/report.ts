import type { ImportResult } from '#app/core/conversations/messages/imported-conversation.ts';
import type { ConversationOmission, FileProblem, Reading } from './reading/read-conversations.ts';
import { add } from './node-order.ts';
import type { Counts, MessageNote, MessageOmission, SourceName } from './sources/source.ts';

/** The results of an import so far. The parts of each sum are disjoint. */
export interface ImportReport {
  /** Conversations by the product that they come from. */
  sources: Counts<SourceName>;
  conversations: {
    created: number;
    /** They existed, and got new messages. */
    extended: number;
    /** They existed, with all these messages. */
    present: number;
    omitted: Counts<ConversationOmission>;
  };
  messages: { created: number; present: number; omitted: Counts<MessageOmission> };
  notes: Counts<MessageNote>;
  problems: Counts<FileProblem>;
  /** Files of JSON without conversations. */
  otherFiles: number;
  /** Titles and file names, by the reason that they are examples of. */
  examples: Partial<Record<ConversationOmission | FileProblem, string[]>>;
}

const MAX_EXAMPLES = 5;

export function emptyReport(): ImportReport {
  return {
    sources: {},
    conversations: { created: 0, extended: 0, present: 0, omitted: {} },
    messages: { created: 0, present: 0, omitted: {} },
    notes: {},
    problems: {},
    otherFiles: 0,
    examples: {},
  };
}

/** Number of conversations that were read, also those that were left out. */
export function conversationsRead({ conversations }: ImportReport): number {
  const { created, extended, present, omitted } = conversations;
  return created + extended + present + total(omitted);
}

/** Number of messages that were read, also those that were left out. */
export function messagesRead({ messages }: ImportReport): number {
  return messages.created + messages.present + total(messages.omitted);
}

const total = (counts: Counts<string>) =>
  Object.values(counts).reduce<number>((sum, count) => sum + (count ?? 0), 0);

/**
 * Adds a batch of results to a report.
 * @param stored the results of the conversations of the batch, in their order
 */
export function addToReport(
  report: ImportReport,
  readings: readonly Reading[],
  stored: readonly ImportResult[],
): void {
  let at = 0;
  for (const reading of readings) {
    if (reading.kind === 'other-file') report.otherFiles += 1;
    else if (reading.kind === 'conversation') addConversation(report, reading.tree, stored[at++]!);
    else {
      const { reason, example } = reading;
      if (reading.kind === 'problem') add(report.problems, reading.reason);
      else add(report.conversations.omitted, reading.reason);
      const examples = (report.examples[reason] ??= []);
      if (example !== '' && examples.length < MAX_EXAMPLES) examples.push(example.slice(0, 100));
    }
  }
}

function addConversation(
  report: ImportReport,
  { source, omitted, notes }: Extract<Reading, { kind: 'conversation' }>['tree'],
  { isNew, added, present }: ImportResult,
): void {
  add(report.sources, source);
  add(report.conversations, isNew ? 'created' : added > 0 ? 'extended' : 'present');
  add(report.messages, 'created', added);
  add(report.messages, 'present', present);
  for (const [reason, count] of Object.entries(omitted))
    add(report.messages.omitted, reason as MessageOmission, count);
  for (const [reason, count] of Object.entries(notes)) add(report.notes, reason as MessageNote, count);
}
