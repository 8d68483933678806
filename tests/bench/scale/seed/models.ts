import { idOf, numbersBelow, runAll, timeOf, type SeedContext } from './run.ts';

const RULES = '[{"rates":{"input":"150000","output":"600000"}}]';

/**
 * The requested number of models, each with an offer and a price, besides those of the catalogue's own seed.
 */
export async function seedModels({ models, from }: SeedContext): Promise<void> {
  const added = `${numbersBelow(models)} s JOIN (SELECT COUNT(*) AS known FROM models) m ON s.seq >= m.known`;
  const [offer, price] = ['offer', 'price'].map((what) => idOf(String(from), `CONCAT('${what} ', m.id)`));
  await runAll([
    `CREATE TABLE seed_added AS SELECT CONCAT('scale/model-', s.seq) AS id, s.seq AS no FROM ${added}`,
    `INSERT INTO models (id, endpoint, provider, upstream_model, name, description, context_tokens, max_output_tokens,
       supports, capabilities, parameters, tokenizer, released_on, rank_order, source, read_on, confidence, created_at, updated_at)
     SELECT m.id, 'openAI', 'sandbox', 'sandbox-small', CONCAT('Scale ', m.no),
       REPEAT(CONCAT('The model of number ', m.no, ' among many. '), 4), 128000, 16384, '["text-to-text"]',
       '["streaming","tools","json_object"]', '{}', 'o200k', DATE(${timeOf(String(from))}) + INTERVAL m.no DAY, 1000 + m.no,
       'the bench of scale', '2026-01-01', 'A', ${timeOf(String(from))}, ${timeOf(String(from))} FROM seed_added m`,
    `INSERT INTO offers (id, model_id, provider, upstream_model, confidence, source, created_at, updated_at)
     SELECT ${offer}, m.id, 'sandbox', 'sandbox-small', 'A', 'the bench of scale', ${timeOf(String(from))}, ${timeOf(String(from))}
     FROM seed_added m`,
    `INSERT INTO offer_prices (id, offer_id, valid_from, rules, source, confidence, created_at)
     SELECT ${price}, ${offer}, ${timeOf(String(from))}, '${RULES}', 'the bench of scale', 'A', ${timeOf(String(from))}
     FROM seed_added m`,
    `CREATE TABLE seed_models (no INT PRIMARY KEY, id VARCHAR(160) CHARACTER SET ascii COLLATE ascii_bin,
       provider VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin, offer_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin)
     ENGINE=MyISAM`,
    `INSERT INTO seed_models SELECT ROW_NUMBER() OVER (ORDER BY m.rank_order, m.id) - 1, m.id, MIN(o.provider), MIN(o.id)
     FROM models m JOIN offers o ON o.model_id = m.id GROUP BY m.id, m.rank_order`,
  ]);
}
