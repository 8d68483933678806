import { expect, it } from 'vitest';
import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { addKey } from '#tests/factories/create-key.ts';
import { makePastCalls } from '#tests/fixtures/past-calls.ts';
import { useApi } from '#tests/setup/api.ts';

const api = useApi();

/** Texts written by others, and the cell content for each. */
const TEXTS: [text: string, cell: string][] = [
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['\rx', '"\'\rx"'],
  ['=cmd|"/c calc"!A1', '"\'=cmd|""/c calc""!A1"'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['a\r\nb', '"a\r\nb"'],
  ['"', '""""'],
  [',', '","'],
  ["'", "'"],
  ['\\', '\\'],
  ['\\"', '"\\"""'],
  ['a\u0000\u0007b', 'a\u0000\u0007b'],
  [' =1', ' =1'],
  ['null', 'null'],
  ['</script>', '</script>'],
  ['', ''],
];
/** Further ones that a name may have; a model's has ASCII letters only. */
const NAMES: typeof TEXTS = [
  ...TEXTS,
  ['\u2028\u2029', '\u2028\u2029'],
  ['=ω 💸', "'=ω 💸"],
  ['ミ,ض', '"ミ,ض"'],
];

/**
 * Values that no spreadsheet reads as a formula, and numbers that JavaScript cannot represent or that are
 * negative.
 */
const NUMBERS = {
  prompt_tokens: 4_294_967_295,
  cached_tokens: 0,
  completion_tokens: 7,
  reasoning_tokens: 1,
  charged_micro: '-9223372036854775807',
};

it('preserves every byte of texts written by others', async () => {
  const { userId } = await createAccount();
  const until = new Date('2026-03-04T17:06:07.089Z');
  const ids = (await makePastCalls({ userId, count: NAMES.length, until })).toReversed();
  const rows = [];
  for (const [index, id] of ids.entries()) {
    const [name, nameCell] = NAMES[index]!;
    const [text, cell] = TEXTS[index % TEXTS.length]!;
    const { keyId } = await addKey(userId);
    await change(AUTOCOMMIT, 'UPDATE api_keys SET name = ? WHERE id = ?', [name, keyId]);
    await change(
      AUTOCOMMIT,
      `UPDATE generations SET model = ?, provider = ?, finish_reason = ?, error_code = ?, api_key_id = ?, application_id = ?,
         ${Object.keys(NUMBERS)
           .map((column) => `${column} = ?`)
           .join(', ')}, first_token_at = created_at - INTERVAL 1 SECOND WHERE id = ?`,
      [text, text, text, text, keyId, keyId, ...Object.values(NUMBERS), id],
    );
    rows.push({ id, keyId, name, nameCell, text, cell, createdAt: new Date(until.getTime() - index * 1000) });
  }
  const call = api.as(userId);

  const csv = rows.map(
    ({ id, keyId, nameCell, cell, createdAt }) =>
      `${id},${createdAt.toISOString()},${userId},api,done,${cell},${cell},${keyId},${nameCell},${keyId},4294967295,0,7,1,-9223372036854775807,-1000,3000,${cell},${cell}\r\n`,
  );
  const [head, ...lines] = (await (await call('/usage/export.csv')).text()).split(/(?<=errorCode\r\n)/);
  expect(head).toMatch(/^id,createdAt,/);
  expect(lines.join('')).toBe(csv.join(''));

  const json = rows.map(({ id, keyId, name, text, createdAt }) =>
    JSON.stringify({
      id,
      createdAt: createdAt.toISOString(),
      userId,
      kind: 'api',
      state: 'done',
      model: text,
      provider: text,
      keyId,
      keyName: name === '' ? null : name,
      applicationId: keyId,
      inputTokens: 4_294_967_295,
      cachedTokens: 0,
      outputTokens: 7,
      reasoningTokens: 1,
      costMicro: '-9223372036854775807',
      firstTokenMs: -1000,
      latencyMs: 3000,
      finishReason: text,
      errorCode: text,
    }),
  );
  expect(await (await call('/usage/export.json')).text()).toBe(`[\n${json.join(',\n')}\n]\n`);
});

it('leaves unknown values empty', async () => {
  const { userId } = await createAccount();
  const [id] = await makePastCalls({ userId, count: 1, target: 'message' });
  await change(
    AUTOCOMMIT,
    `UPDATE generations SET state = 'queued', prompt_tokens = NULL, completion_tokens = NULL, charged_micro = NULL,
       first_token_at = NULL, finished_at = NULL, created_at = '2026-01-01 00:00:00' WHERE id = ?`,
    [id!],
  );
  const call = api.as(userId);
  expect((await (await call('/usage/export.csv')).text()).split('\r\n')[1]).toBe(
    `${id},2026-01-01T00:00:00.000Z,${userId},chat,queued,maker/model-1,sandbox,,,,,,,,,,,,`,
  );
  expect(await (await call('/usage/export.json')).text()).toBe(
    `[\n{"id":"${id}","createdAt":"2026-01-01T00:00:00.000Z","userId":"${userId}","kind":"chat","state":"queued","model":"maker/model-1","provider":"sandbox","keyId":null,"keyName":null,"applicationId":null,"inputTokens":null,"cachedTokens":null,"outputTokens":null,"reasoningTokens":null,"costMicro":null,"firstTokenMs":null,"latencyMs":null,"finishReason":null,"errorCode":null}\n]\n`,
  );
});
