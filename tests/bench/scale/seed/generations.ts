import { SESSION_CALLS } from '../size.ts';
import { idOf, runAll, timeOf, type SeedContext } from './run.ts';

/** Rows per statement; this is also the number of concurrent statements. */
const AT_ONCE = 250_000;
const LANES = 2;

/** The id of a call of `seed_calls`, there `c`. */
export const CALL_ID = idOf('c.at_ms', 'c.no');

/** The facts of a call: the tables of the seeding, joined. */
export const CALL_TABLES = `seed_calls c JOIN seed_sessions s ON s.no = c.no DIV ${SESSION_CALLS}
  JOIN seed_users u ON u.no = s.user_no JOIN seed_models m ON m.no = s.model_no
  LEFT JOIN seed_keys k ON k.user_no = s.user_no AND k.slot = s.slot`;

/** A conversation of each chat session. The measured pages only read its title. */
const CONVERSATION_ID = idOf(`c.at_ms - c.at_ms % 1000`, `CONCAT('conversation ', s.no)`);

const COLUMNS: Record<string, string> = {
  id: CALL_ID,
  target: "IF(k.id IS NULL, 'message', 'call')",
  task: "'chat'",
  kind: "IF(k.id IS NULL, 'chat', 'api')",
  state: "IF(c.has_failed, 'failed', 'done')",
  attempt: '1',
  user_id: 'u.id',
  account_id: 'u.account_id',
  application_id: 'k.application_id',
  api_key_id: 'k.id',
  request_id: 'MD5(c.no)',
  delivery: "'stream'",
  endpoint: "'openAI'",
  provider: 'm.provider',
  model: 'm.id',
  upstream_model: "'sandbox-small'",
  parameters: `'{"temperature":0.7}'`,
  route: `CONCAT('[{"offerId":"', m.offer_id, '","provider":"', m.provider, '","model":"', m.id, '"}]')`,
  routing: `CONCAT('{"asked":["', m.id, '"],"unhealthy":[],"dropped":[],"more":0}')`,
  offer_id: 'm.offer_id',
  attempts: `CONCAT('[{"offerId":"', m.offer_id, '","provider":"', m.provider, '","model":"', m.id, '","ms":',
    COALESCE(c.first_ms, 300), ',"answered":', IF(c.has_failed, 'false', 'true'), ',"errorCode":',
    IF(c.has_failed, '"provider_error"', 'null'), ',"status":null}]')`,
  held_micro: 'c.cost * 2',
  max_output_tokens: '16384',
  estimated_prompt_tokens: 'c.input',
  started_at: timeOf('c.at_ms + 5'),
  first_token_at: timeOf('c.at_ms + c.first_ms'),
  finished_at: timeOf('c.at_ms + c.ms'),
  finish_reason: "IF(c.has_failed, NULL, 'stop')",
  error_code: "IF(c.has_failed, 'provider_error', NULL)",
  prompt_tokens: 'c.input',
  cached_tokens: '0',
  completion_tokens: 'c.output',
  reasoning_tokens: '0',
  token_usage: `CONCAT('{"promptTokens":', c.input, ',"cachedTokens":0,"completionTokens":', c.output, ',"reasoningTokens":0}')`,
  usage_source: "'provider'",
  counted_tokens: 'c.output',
  cost_micro: 'c.cost',
  charged_micro: 'c.cost',
  charge_reason: "IF(c.has_failed, 'provider', 'done')",
  created_at: timeOf('c.at_ms'),
};

/**
 * A row of `generations` for each call, as a settle leaves it; those of a chat session belong to one
 * conversation.
 */
export async function seedGenerations({ generations }: SeedContext): Promise<void> {
  const begins = Array.from({ length: Math.ceil(generations / AT_ONCE) }, (_, index) => index * AT_ONCE);
  const columns: Record<string, string> = { ...COLUMNS, conversation_id: 'IF(k.id IS NULL, v.id, NULL)' };
  const insert = (begin: number) =>
    `INSERT INTO generations (${Object.keys(columns).join(', ')}) SELECT ${Object.values(columns).join(', ')}
     FROM ${CALL_TABLES} LEFT JOIN seed_conversations v ON v.no = s.no
     WHERE c.no >= ${begin} AND c.no < ${begin + AT_ONCE} ORDER BY c.no`;
  const lane = async () => {
    for (let begin = begins.shift(); begin !== undefined; begin = begins.shift())
      await runAll([insert(begin)]);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** The conversations of the chat calls. */
export async function seedConversations(): Promise<void> {
  await runAll([
    `CREATE TABLE seed_conversations (no INT PRIMARY KEY, id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin)
     ENGINE=MyISAM`,
    `INSERT INTO seed_conversations SELECT s.no, ${CONVERSATION_ID} FROM seed_sessions s
     JOIN seed_calls c ON c.no = s.no * ${SESSION_CALLS} WHERE s.slot IS NULL`,
    `INSERT INTO conversations (id, user_id, title, title_source, endpoint, model, next_position, created_at, updated_at)
     SELECT v.id, u.id, CONCAT('A conversation of number ', v.no), 'generated', 'openAI', m.id, 11,
       ${timeOf('c.at_ms')}, ${timeOf('c.at_ms')}
     FROM seed_conversations v JOIN seed_sessions s ON s.no = v.no JOIN seed_users u ON u.no = s.user_no
     JOIN seed_models m ON m.no = s.model_no JOIN seed_calls c ON c.no = s.no * ${SESSION_CALLS}`,
  ]);
}
