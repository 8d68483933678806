import { CALL_ID } from './generations.ts';
import { SESSION_CALLS } from '../size.ts';
import { idOf, runAll, timeOf, type SeedContext } from './run.ts';

const PAID_MICRO = 20_000_000;
const CREDITED_MICRO = 18_450_000;
const YEAR_MS = 365 * 86_400_000;

/**
 * Every account gets the credit that it will spend, spends it call by call, and buys some at the end: a
 * ledger whose sum is the balance, and whose lots are those purchases. The charges of keys are also stored by
 * day.
 */
export async function seedLedger({ from, until }: SeedContext): Promise<void> {
  const purchase = idOf(String(until), "CONCAT('purchase ', u.no)");
  const at = (ms: number) => timeOf(String(ms));
  await runAll([
    `CREATE TABLE seed_spent (user_no INT PRIMARY KEY, cost BIGINT) ENGINE=MyISAM AS
     SELECT s.user_no, SUM(c.cost) AS cost FROM seed_calls c JOIN seed_sessions s ON s.no = c.no DIV ${SESSION_CALLS}
     GROUP BY s.user_no`,
    `INSERT INTO ledger_entries (account_id, kind, reference, amount_micro, detail, created_at)
     SELECT u.account_id, 'grant', CONCAT('grant:', u.id), COALESCE(p.cost, 0) + 1000000, '{"reason":"Welcome"}', ${at(from)}
     FROM seed_users u LEFT JOIN seed_spent p ON p.user_no = u.no ORDER BY u.no`,
    `INSERT INTO ledger_entries (account_id, kind, reference, amount_micro, created_at)
     SELECT u.account_id, 'charge', CONCAT('charge:', ${CALL_ID}), -c.cost, ${timeOf('c.at_ms + c.ms')}
     FROM seed_calls c STRAIGHT_JOIN seed_sessions s ON s.no = c.no DIV ${SESSION_CALLS}
     STRAIGHT_JOIN seed_users u ON u.no = s.user_no WHERE c.cost > 0`,
    `INSERT INTO purchases (id, account_id, provider, payment_id, state, currency, paid_micro, settled_micro, credited_micro,
       paid_at, created_at)
     SELECT ${purchase}, u.account_id, 'stripe', CONCAT('pi_', u.no), 'credited', 'usd', ${PAID_MICRO}, ${PAID_MICRO}, ${CREDITED_MICRO},
       ${at(until)}, ${at(until)} FROM seed_users u`,
    `INSERT INTO ledger_entries (account_id, kind, reference, amount_micro, detail, created_at)
     SELECT account_id, 'payment', CONCAT('payment:', id), ${CREDITED_MICRO}, CONCAT('{"purchase":"', id, '"}'), ${at(until)}
     FROM purchases ORDER BY id`,
    // Welcome credit is spent last, and before the purchase there was no other.
    `INSERT INTO credit_checkpoints (account_id, last_entry_id, lots, lasting_micro, debt_micro, due_at)
     SELECT e.account_id, e.id, CONCAT('[["', e.id, '","', p.id, '",', ${until + YEAR_MS}, ',"${CREDITED_MICRO}","0",0]]'), 1000000, 0,
       ${at(until)} + INTERVAL 1 DAY
     FROM ledger_entries e STRAIGHT_JOIN purchases p ON p.id = SUBSTR(e.reference, 9) WHERE e.kind = 'payment'`,
    `UPDATE accounts SET balance_micro = ${1_000_000 + CREDITED_MICRO}`,
    `INSERT INTO api_key_spend (budget_id, day, spent_micro)
     SELECT k.id, d.day, d.cost FROM (
       SELECT SQL_BIG_RESULT s.user_no, s.slot, DATE(${timeOf('c.at_ms + c.ms')}) AS day, SUM(c.cost) AS cost
       FROM seed_calls c JOIN seed_sessions s ON s.no = c.no DIV ${SESSION_CALLS} WHERE s.slot IS NOT NULL
       GROUP BY s.user_no, s.slot, day) d
     JOIN seed_keys k ON k.user_no = d.user_no AND k.slot = d.slot`,
  ]);
}
