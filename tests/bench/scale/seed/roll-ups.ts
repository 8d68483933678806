import { SESSION_CALLS } from '../size.ts';
import { CALL_TABLES } from './generations.ts';
import { runAll, timeOf, type SeedContext } from './run.ts';

const DAY_MS = 86_400_000;
/** Sums by hour are stored for this number of days before the current one. */
const HOURS_KEPT_DAYS = 8;
/** The sums stop this long before the end, as in an installation at work. */
const BEHIND_MS = 60_000;

/** The names of a series as app/core/usage/sums/series.ts writes them, hashed. */
const hashOf = (scope: string, names: readonly string[]) =>
  `CONVERT(LEFT(SHA2(CONCAT('["${scope}"', ${names.map((name) => `',"', ${name}, '"'`).join(', ')}, ']'), 256), 32) USING ascii)`;

/**
 * The series of all users: the column of a session's facts that distinguishes them, and the source of its
 * name.
 */
const SCOPES = [
  ['rows', "''", 0],
  ['all', "''", 0],
  ['model', 's.model', 2],
  ['key', 's.key_id', 3],
  ['application', 's.application_id', 4],
] as const;

const COUNTS = 'requests, errors, input_tokens, output_tokens, cost_micro';
const SUMS = 'SUM(requests), SUM(errors), SUM(input_tokens), SUM(output_tokens), SUM(cost_micro)';

/** The roll-ups of the calls, with the mark at which they stop; a reconciliation finds no difference. */
export async function seedRollUps({ until }: SeedContext): Promise<void> {
  const end = until - BEHIND_MS;
  const hoursFrom = Math.floor(until / DAY_MS) * DAY_MS - HOURS_KEPT_DAYS * DAY_MS;
  const finished = 'c.at_ms + c.ms';
  // By series, time and time to the first token, so that histograms are built from counts.
  const cells = (grain: 'hour' | 'day', from: number) =>
    `INSERT INTO seed_cells SELECT SQL_BIG_RESULT s.series_id, '${grain}', ${timeOf(`${finished} - (${finished}) % ${grain === 'hour' ? DAY_MS / 24 : DAY_MS}`)} AS at,
       LEAST(FLOOR(LN(GREATEST(c.first_ms, 1)) / LN(1.1) + 1e-9), 176) AS bucket, COUNT(*), SUM(c.has_failed), SUM(c.input),
       SUM(c.output), SUM(c.cost)
     FROM seed_calls c JOIN seed_sessions s ON s.no = c.no DIV ${SESSION_CALLS}
     WHERE ${finished} >= ${from} AND ${finished} <= ${end} GROUP BY s.series_id, at, bucket`;
  await runAll([
    `CREATE TABLE seed_series (id INT AUTO_INCREMENT PRIMARY KEY, user_no INT, model_no INT, slot INT,
       model VARCHAR(160) CHARACTER SET ascii COLLATE ascii_bin, key_id VARCHAR(36) CHARACTER SET ascii COLLATE ascii_bin,
       application_id VARCHAR(36) CHARACTER SET ascii COLLATE ascii_bin, UNIQUE KEY names (user_no, model_no, slot)) ENGINE=MyISAM`,
    `INSERT INTO seed_series (user_no, model_no, slot, model, key_id, application_id)
     SELECT s.user_no, s.model_no, s.slot, m.id, COALESCE(k.id, ''), COALESCE(k.application_id, '')
     FROM (SELECT DISTINCT user_no, model_no, COALESCE(slot, -1) AS slot FROM seed_sessions) s
     JOIN seed_models m ON m.no = s.model_no LEFT JOIN seed_keys k ON k.user_no = s.user_no AND k.slot = s.slot`,
    `UPDATE seed_sessions s JOIN seed_series r ON r.user_no = s.user_no AND r.model_no = s.model_no
       AND r.slot = COALESCE(s.slot, -1) SET s.series_id = r.id`,
    `INSERT INTO usage_series (id, names_hash, scope, user_id, model, key_id, application_id)
     SELECT s.id, ${hashOf('caller', ['u.id', 's.model', 's.key_id', 's.application_id'])}, 'caller', u.id, s.model, s.key_id,
       s.application_id FROM seed_series s JOIN seed_users u ON u.no = s.user_no`,
    `CREATE TABLE seed_cells (series_id INT, grain VARCHAR(4) CHARACTER SET ascii, at DATETIME(3), bucket INT NULL, requests BIGINT,
       errors BIGINT, input_tokens BIGINT, output_tokens BIGINT, cost_micro BIGINT) ENGINE=MyISAM`,
    cells('day', 0),
    cells('hour', hoursFrom),
    figuresOf('seed_cells', 'series_id'),
  ]);
  for (const [scope, name, place] of SCOPES) await seedScope(scope, name, place);
  await runAll([
    `INSERT INTO usage_ranks (scope, grain, at, series_id, requests, cost_micro)
     SELECT s.scope, f.grain, f.at, s.id, f.requests, f.cost_micro FROM usage_series s
     JOIN usage_figures f ON f.series_id = s.id WHERE s.scope IN ('model', 'key', 'application')`,
    `UPDATE usage_series s JOIN (SELECT series_id, SUM(requests) AS requests, SUM(cost_micro) AS cost, MIN(at) AS at
       FROM usage_figures WHERE grain = 'day' GROUP BY series_id) f ON f.series_id = s.id
     SET s.requests = f.requests, s.cost_micro = f.cost, s.first_at = f.at`,
    `REPLACE INTO usage_state (id, rolled_until, complete_from) VALUES (1, ${timeOf(String(end))}, '1970-01-01')`,
    `REPLACE INTO reconciliation_state (id, verified_until, accounts_for, account_cursor)
     VALUES (1, DATE(${timeOf(String(end))}), DATE(${timeOf(String(end))}), 'done')`,
  ]);
}

/** Figures of series from their cells. @param seriesId the column with their series */
const figuresOf = (cells: string, seriesId: string) =>
  `INSERT INTO usage_figures (series_id, grain, at, ${COUNTS}, first_tokens)
   SELECT SQL_BIG_RESULT ${seriesId} AS id, grain, at, ${SUMS},
     COALESCE(GROUP_CONCAT(CONCAT(bucket, ':', requests) ORDER BY bucket SEPARATOR ' '), '')
   FROM ${cells} GROUP BY id, grain, at`;

async function seedScope(scope: string, name: string, place: number): Promise<void> {
  const names = ["''", "''", "''", "''"];
  if (place > 0) names[place - 1] = 'n.name';
  await runAll([
    `CREATE TABLE seed_names (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(160) CHARACTER SET ascii COLLATE ascii_bin,
       UNIQUE KEY (name)) ENGINE=MyISAM`,
    `INSERT INTO seed_names (name) SELECT DISTINCT ${name} FROM seed_series s ${place > 0 ? `WHERE ${name} <> ''` : ''}`,
    `INSERT INTO usage_series (names_hash, scope, user_id, model, key_id, application_id)
     SELECT ${hashOf(scope, names)}, '${scope}', ${names.join(', ')} FROM seed_names n`,
    `CREATE TABLE seed_places (id INT PRIMARY KEY, series_id INT) ENGINE=MyISAM AS
     SELECT s.id, r.id AS series_id FROM seed_series s JOIN seed_names n ON n.name = CONVERT(${name} USING ascii)
     JOIN usage_series r ON r.names_hash = ${hashOf(scope, names)}`,
    `CREATE TABLE seed_sums ENGINE=MyISAM AS
     SELECT SQL_BIG_RESULT p.series_id, c.grain, c.at, c.bucket, SUM(requests) AS requests, SUM(errors) AS errors,
       SUM(input_tokens) AS input_tokens, SUM(output_tokens) AS output_tokens, SUM(cost_micro) AS cost_micro
     FROM seed_cells c JOIN seed_places p ON p.id = c.series_id GROUP BY p.series_id, c.grain, c.at, c.bucket`,
    figuresOf('seed_sums', 'series_id'),
    'DROP TABLE seed_names, seed_places, seed_sums',
  ]);
}

/** The figures of offers over the last 30 days, hour by hour, marked as counted just now. */
export async function seedOfferHours({ until }: SeedContext): Promise<void> {
  const hour = timeOf('c.at_ms - c.at_ms % 3600000');
  await runAll([
    `INSERT INTO offer_hours (offer_id, hour_at, answered, failed, first_token_ms, timed_tokens, timed_ms, counted_at)
     SELECT m.offer_id, ${hour} AS hour_at, SUM(NOT c.has_failed), SUM(c.has_failed), SUM(COALESCE(c.first_ms, 0)), SUM(c.output),
       SUM(IF(c.has_failed, 0, c.ms - c.first_ms)), ${timeOf(String(until))}
     FROM ${CALL_TABLES} WHERE c.at_ms >= ${until - 30 * DAY_MS} GROUP BY m.offer_id, hour_at`,
    `INSERT INTO offer_hours (offer_id, hour_at, answered, failed, first_token_ms, timed_tokens, timed_ms, counted_at)
     SELECT '', hour_at, 0, 0, 0, 0, 0, MAX(counted_at) FROM offer_hours GROUP BY hour_at`,
  ]);
}
