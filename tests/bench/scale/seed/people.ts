import { HEAVIEST, HEAVY } from '../size.ts';
import { idOf, numbersBelow, runAll, timeOf, type SeedContext } from './run.ts';

/** Applications of the keys of a fifth of the users. */
const APPLICATIONS = 40;

/** The address of a seeded user by number; the administrator's number is the number of users. */
export const emailOf = (user: number): string => `person-${user}@scale.test`;

/** Users with their accounts, an administrator, and keys. Tables of ours map numbers to ids. */
export async function seedPeople({ users, from, until, passwordHash }: SeedContext): Promise<void> {
  const at = `(${from} + FLOOR(u.seq * ${Math.floor((until - from) / (users + 1))}))`;
  await runAll([
    `CREATE TABLE seed_users (no INT PRIMARY KEY, id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin,
       account_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin, at_ms BIGINT, \`keys\` INT) ENGINE=MyISAM`,
    `INSERT INTO seed_users SELECT u.seq, ${idOf(at, "CONCAT('user ', u.seq)")},
       ${idOf(at, "CONCAT('account ', u.seq)")}, ${at},
       CASE WHEN u.seq = ${HEAVIEST.user} THEN ${HEAVIEST.keys} WHEN u.seq <= ${HEAVY.users} THEN ${HEAVY.keys}
         ELSE 1 + u.seq % 2 END
     FROM ${numbersBelow(users + 1)} u`,
    `INSERT INTO users (id, email, email_verified_at, name, password_hash, role, locale, consent_at, created_at, updated_at)
     SELECT id, CONCAT('person-', no, '@scale.test'), ${timeOf('at_ms')}, CONCAT('Person ', no), '${passwordHash}',
       IF(no = ${users}, 'ADMIN', 'USER'), 'en-US', ${timeOf('at_ms')}, ${timeOf('at_ms')}, ${timeOf('at_ms')}
     FROM seed_users`,
    `INSERT INTO accounts (id, user_id, created_at) SELECT account_id, id, ${timeOf('at_ms')} FROM seed_users`,
    `CREATE TABLE seed_keys (user_no INT, slot INT, id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin,
       application_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NULL, at_ms BIGINT,
       PRIMARY KEY (user_no, slot)) ENGINE=MyISAM`,
    `INSERT INTO seed_keys SELECT u.no, s.seq, ${idOf('u.at_ms', "CONCAT('key ', u.no, ' ', s.seq)")},
       IF(u.no % 5 = 0, ${idOf(String(from), `CONCAT('application ', u.no DIV 5 % ${APPLICATIONS})`)}, NULL), u.at_ms
     FROM seed_users u JOIN ${numbersBelow(HEAVIEST.keys)} s ON s.seq < u.\`keys\` WHERE u.no < ${users}`,
    `INSERT INTO api_keys (id, user_id, application_id, budget_id, name, prefix, value_hash, created_at)
     SELECT k.id, u.id, k.application_id, k.id, CONCAT('Key ', k.slot + 1), CONCAT('sk-par-', LEFT(MD5(k.id), 6)),
       SHA2(k.id, 256), ${timeOf('k.at_ms')}
     FROM seed_keys k JOIN seed_users u ON u.no = k.user_no`,
  ]);
}
