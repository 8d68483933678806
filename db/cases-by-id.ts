/** `CASE id WHEN ? THEN ? … ELSE 0 END` for an amount by id, with its values: different amounts in one statement. */
export function casesById(
  amounts: Map<string, bigint>,
  column: 'id' | 'reference' | 'account_id' = 'id',
): [string, (string | bigint)[]] {
  const cases = [...amounts].map(() => 'WHEN ? THEN ?').join(' ');
  return [`CASE ${column} ${cases} ELSE 0 END`, [...amounts].flat()];
}
