import mysql, { type RowDataPacket } from 'mysql2/promise';
import type { Recordings, ReplyRecording, SendRecording } from './crowd/recording.ts';

interface GenerationFact extends RowDataPacket {
  id: string;
  state: string;
  account_id: string | null;
  held_micro: string;
  charged_micro: string | null;
  prompt_tokens: number | null;
  completion_tokens: number | null;
  rules: string;
  reply_text: string | null;
  reply_unfinished: number;
  prompt_text: string | null;
  entries: string;
  entry_micro: string | null;
}

/** The numbers of audited objects, and the problems. */
export interface AuditReport {
  replies: number;
  states: Record<string, number>;
  problems: string[];
}

const FINAL = new Set(['done', 'stopped', 'failed', 'interrupted']);

/**
 * Compares the database with what users saw, and nothing else: every acknowledged message, every byte shown,
 * every hold, every charge. It uses none of the application's own code paths.
 */
export async function audit(databaseUrl: string, recordings: Recordings): Promise<AuditReport> {
  const connection = await mysql.createConnection({
    uri: databaseUrl,
    supportBigNumbers: true,
    bigNumberStrings: true,
  });
  try {
    const [facts] = await connection.query<GenerationFact[]>(`
      SELECT g.id, g.state, g.account_id, g.held_micro, g.charged_micro, g.prompt_tokens, g.completion_tokens,
        p.rules, r.text AS reply_text, r.unfinished AS reply_unfinished, q.text AS prompt_text,
        (SELECT COUNT(*) FROM ledger_entries e WHERE e.reference = CONCAT('charge:', g.id)) AS entries,
        (SELECT SUM(e.amount_micro) FROM ledger_entries e WHERE e.reference = CONCAT('charge:', g.id)) AS entry_micro
      FROM generations g JOIN offer_prices p ON p.id = g.price_id
        LEFT JOIN messages r ON r.id = g.reply_message_id LEFT JOIN messages q ON q.id = g.prompt_message_id
      WHERE g.target = 'message'`);
    const byId = new Map(facts.map((fact) => [fact.id, fact]));
    const problems = [
      ...recordings.sends.flatMap((send) => auditSend(send, byId, recordings.replies)),
      ...facts.flatMap(auditGeneration),
      ...(await auditSends(connection, recordings.sends)),
      ...(await auditTitles(connection)),
      ...(await auditAccounts(connection)),
    ];
    const states: Record<string, number> = {};
    for (const { state } of facts) states[state] = (states[state] ?? 0) + 1;
    return { replies: facts.length, states, problems };
  } finally {
    await connection.end();
  }
}

/** An acknowledged send is stored with its text, and its reader saw exactly the stored reply. */
function auditSend(
  send: SendRecording,
  facts: Map<string, GenerationFact>,
  replies: Map<string, ReplyRecording>,
): string[] {
  if (!send.acknowledged) return [`${send.messageId}: never acknowledged`];
  const { generationId } = send.acknowledged;
  const problem = (what: string) => `${generationId}: ${what}`;
  const fact = facts.get(generationId);
  if (!fact) return [problem('acknowledged, but not stored')];
  const seen = replies.get(generationId);
  const problems = (seen?.faults ?? []).map(problem);
  if (fact.prompt_text !== send.text) problems.push(problem('the message is not stored as it was sent'));
  if (!seen?.end) problems.push(problem(`its reader never saw an end (row: ${fact.state})`));
  else if (seen.end.state !== fact.state)
    problems.push(problem(`shown as ${seen.end.state}, stored as ${fact.state}`));
  else if (seen.end.costMicro !== fact.charged_micro) problems.push(problem('shown cost is not the charge'));
  if (seen && seen.text !== (fact.reply_text ?? '')) {
    problems.push(
      problem(`shown ${seen.text.length} characters, stored ${fact.reply_text?.length ?? 0}, not the same`),
    );
  }
  return problems;
}

/** Every run has ended and was charged once, by the charging rules, with its own row's price and usage. */
function auditGeneration(fact: GenerationFact): string[] {
  const problem = (what: string) => `${fact.id}: ${what}`;
  if (!FINAL.has(fact.state)) return [problem(`still ${fact.state}`)];
  const problems: string[] = [];
  const charged = BigInt(fact.charged_micro ?? -1);
  const hasText = (fact.reply_text ?? '') !== '';
  const [rule] = JSON.parse(fact.rules) as { rates: { input: string; output: string } }[];
  const pico =
    BigInt(fact.prompt_tokens ?? 0) * BigInt(rule!.rates.input) +
    BigInt(fact.completion_tokens ?? 0) * BigInt(rule!.rates.output);
  const cost = (pico + 500_000n) / 1_000_000n;
  const held = BigInt(fact.held_micro);
  const expected = hasText ? (cost < held ? cost : held) : 0n;
  if (charged !== expected) problems.push(problem(`charged ${charged}, the table says ${expected}`));
  if (hasText && charged === 0n) problems.push(problem('said something and was free'));
  if (fact.state === 'interrupted' && hasText && !fact.reply_unfinished)
    problems.push(problem('cut, but not marked unfinished'));
  if (Number(fact.entries) !== (charged > 0n ? 1 : 0))
    problems.push(problem(`${fact.entries} ledger entries`));
  if (charged > 0n && BigInt(fact.entry_micro ?? 0) !== -charged)
    problems.push(problem('entry is not the charge'));
  return problems;
}

/** A repeated send is stored once. */
async function auditSends(connection: mysql.Connection, sends: SendRecording[]): Promise<string[]> {
  const [rows] = await connection.query<({ client_id: string; n: string } & RowDataPacket)[]>(
    'SELECT client_id, COUNT(*) AS n FROM messages WHERE client_id IS NOT NULL GROUP BY client_id',
  );
  const counts = new Map(rows.map((row) => [row.client_id, Number(row.n)]));
  return sends.flatMap(({ messageId, acknowledged }) => {
    const count = counts.get(messageId) ?? 0;
    return acknowledged && count !== 1 ? [`${messageId}: stored ${count} times`] : [];
  });
}

/** A conversation has at most one title, which has ended and is at the operator's expense. */
async function auditTitles(connection: mysql.Connection): Promise<string[]> {
  const [rows] = await connection.query<
    ({ conversation_id: string; n: string; open: string; charged: string; entries: string } & RowDataPacket)[]
  >(`
    SELECT conversation_id, COUNT(*) AS n, SUM(live IS NOT NULL) AS open, COALESCE(SUM(charged_micro), 0) AS charged,
      (SELECT COUNT(*) FROM ledger_entries e JOIN generations t ON e.reference = CONCAT('charge:', t.id)
       WHERE t.target = 'title' AND t.conversation_id = g.conversation_id) AS entries
    FROM generations g WHERE target = 'title' GROUP BY conversation_id`);
  return rows.flatMap(({ conversation_id: id, n, open, charged, entries }) => {
    const problem = (what: string) => [`title of conversation ${id}: ${what}`];
    return [
      ...(Number(n) > 1 ? problem(`asked for ${n} times`) : []),
      ...(Number(open) > 0 ? problem('has not ended') : []),
      ...(BigInt(charged) !== 0n || Number(entries) > 0
        ? problem(`charged ${charged} in ${entries} entries`)
        : []),
    ];
  });
}

/** The sum of the entries is the balance, nothing is held, nothing is below zero. */
async function auditAccounts(connection: mysql.Connection): Promise<string[]> {
  const [rows] = await connection.query<
    ({ id: string; balance: string; held: string; entries: string; holds: string } & RowDataPacket)[]
  >(`
    SELECT a.id, a.balance_micro AS balance, a.held_micro AS held,
      (SELECT COALESCE(SUM(e.amount_micro), 0) FROM ledger_entries e WHERE e.account_id = a.id) AS entries,
      (SELECT COUNT(*) FROM holds h WHERE h.account_id = a.id) AS holds
    FROM accounts a`);
  return rows.flatMap(({ id, balance, held, entries, holds }) => {
    const problems: string[] = [];
    if (BigInt(balance) !== BigInt(entries))
      problems.push(`account ${id}: balance ${balance}, entries ${entries}`);
    if (BigInt(held) !== 0n || Number(holds) !== 0)
      problems.push(`account ${id}: ${held} held in ${holds} holds`);
    if (BigInt(balance) < 0n) problems.push(`account ${id}: below zero`);
    return problems;
  });
}
