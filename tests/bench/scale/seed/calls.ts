import { HEAVIEST, HEAVY, SESSION_CALLS } from '../size.ts';
import { numbersBelow, runAll, type SeedContext } from './run.ts';

/** Models that receive half of all calls; each user uses a few of them, and of the others. */
const POPULAR = 30;
const OWN = 4;
const OTHERS = 6;
/** Milliseconds of the longest call, and of the longest wait for a first token. */
const LONGEST_MS = 9000;
const LONGEST_FIRST_MS = 2000;

/**
 * Draws the user, model and time of calls, in tables of numbers: sessions of a few calls each, more of them
 * from day to day, and the calls of each, in the order of their time. Few users make many calls, most make
 * few.
 */
export async function seedCalls({ generations, models, users, from, until }: SeedContext): Promise<void> {
  const sessions = Math.ceil(generations / SESSION_CALLS);
  const ordinary = HEAVY.users + 1;
  const span = until - from - LONGEST_MS;
  await runAll([
    `CREATE TABLE seed_draws ENGINE=MyISAM AS SELECT seq AS no, RAND() AS who, RAND() AS rank_no, RAND() AS popular,
       RAND() AS model, RAND() AS source, RAND() AS slot, RAND() AS speed FROM ${numbersBelow(sessions)}`,
    `CREATE TABLE seed_sessions (no INT PRIMARY KEY, user_no INT, model_no INT, slot INT NULL, first_ms INT,
       series_id INT NULL, KEY names (user_no, model_no, slot)) ENGINE=MyISAM`,
    'ALTER TABLE seed_sessions DISABLE KEYS',
    `INSERT INTO seed_sessions (no, user_no, model_no, slot, first_ms)
     SELECT d.no, d.user_no, CASE
         WHEN d.user_no = ${HEAVIEST.user} THEN FLOOR(d.model * ${HEAVIEST.models})
         WHEN d.popular < 0.5 THEN (d.user_no + FLOOR(d.model * ${OWN})) % ${Math.min(POPULAR, models)}
         ELSE (d.user_no * 7 + FLOOR(d.model * ${OTHERS})) % m.models END,
       IF(d.user_no <> ${HEAVIEST.user} AND d.source < 0.4, NULL, FLOOR(d.slot * u.\`keys\`)),
       150 + FLOOR(POW(d.speed, 3) * ${LONGEST_FIRST_MS - 300})
     FROM (SELECT seed_draws.*, CASE WHEN who < ${HEAVIEST.share} THEN ${HEAVIEST.user}
         WHEN who < ${HEAVIEST.share + HEAVY.share} THEN 1 + FLOOR(rank_no * ${HEAVY.users})
         ELSE ${ordinary} + FLOOR(POW(rank_no, 2) * ${users - ordinary}) END AS user_no FROM seed_draws) d
     JOIN seed_users u ON u.no = d.user_no JOIN (SELECT COUNT(*) AS models FROM seed_models) m`,
    'ALTER TABLE seed_sessions ENABLE KEYS',
    'DROP TABLE seed_draws',
    `CREATE TABLE seed_calls (no INT PRIMARY KEY, at_ms BIGINT, first_ms INT NULL, ms INT, input INT, output INT,
       cost BIGINT, has_failed TINYINT) ENGINE=MyISAM`,
    // Failed ones have no output and are free; prices are those of models.ts, in micro-dollars.
    `INSERT INTO seed_calls SELECT no, at_ms, IF(has_failed, NULL, first_ms), first_ms + 100 + ms, input, IF(has_failed, 0, output),
       IF(has_failed, 0, CEIL(input * 0.15 + output * 0.6)), has_failed
     FROM (SELECT n.seq AS no, ${from} + FLOOR(${span} * SQRT((n.seq + 0.5) / ${generations})) AS at_ms,
         s.first_ms + FLOOR(RAND() * 20) AS first_ms, FLOOR(RAND() * ${LONGEST_MS - LONGEST_FIRST_MS - 200}) AS ms,
         20 + FLOOR(RAND() * 3000) AS input, 1 + FLOOR(RAND() * 900) AS output, RAND() < 0.02 AS has_failed
       FROM ${numbersBelow(generations)} n JOIN seed_sessions s ON s.no = n.seq DIV ${SESSION_CALLS}
       LIMIT ${generations}) AS drawn`,
  ]);
}
