import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '#app/admin/command-line.ts';
import { listOffers } from '#app/core/catalogue/offers.ts';
import { forgetSnapshot } from '#app/core/catalogue/snapshot.ts';
import { seedCatalogue } from '#db/seed/catalogue.ts';
import { selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { emptyTables } from '#tests/setup/database.ts';

const MAP = 'tests/fixtures/price-map.json';
const HUB = 'tests/fixtures/hub-models.json';

beforeAll(() => {
  Object.assign(process.env, { OPENAI_API_KEY: 'sk-test', OPENROUTER_API_KEY: 'k', SANDBOX: 'false' });
});

beforeEach(async () => {
  await emptyTables();
  await seedCatalogue(AUTOCOMMIT);
  forgetSnapshot();
});

const run = (...args: string[]) => runCommand(['catalogue:import', ...args], 'operator:test');

const pricesOf = (modelId: string, provider: string) =>
  selectRows<{ rules: string; confidence: string }>(
    AUTOCOMMIT,
    `SELECT rules, p.confidence FROM offer_prices p JOIN offers o ON o.id = offer_id
      WHERE model_id = ? AND provider = ? ORDER BY valid_from`,
    [modelId, provider],
  );

async function countRows(): Promise<unknown> {
  return selectRow(
    AUTOCOMMIT,
    `SELECT (SELECT COUNT(*) FROM offer_prices) AS prices, (SELECT COUNT(*) FROM offers) AS offers,
            (SELECT COUNT(*) FROM audit_entries) AS acts`,
  );
}

describe('an import', () => {
  it('shows new models, changes with old and new price, missing models and skipped entries', async () => {
    const before = await countRows();
    const { lines, code } = await run(MAP);
    const text = lines.join('\n');
    expect(code).toBe(1);
    expect(text).toContain(
      'new       gpt-7-nova at openai: input $2.00, output $8.00; above 200000 input $4.00',
    );
    expect(text).toMatch(/price +openai\/gpt-4o at openai: input \$2\.50.* → input \$3\.00/);
    expect(text).toMatch(/price +openai\/gpt-oss-120b at groq: input \$0\.15.* → input \$0\.10/);
    expect(text).not.toMatch(/gpt-4o-mini at openai|gpt-image-9|somewhere/);
    expect(text).toContain('vanished  openai/gpt-4.1 at openai');
    expect(text).toContain('skipped   gpt-5.6-sol: no price for the prompt');
    expect(text).toContain(
      'skipped   openai/gpt-6-astra at openai: has price rules that the list does not state',
    );
    expect(text).toContain('Nothing was written: say --yes.');
    expect(await countRows()).toEqual(before);
  });

  it('adds price rows, keeps the old ones and unlisted models, and is recorded in the audit', async () => {
    expect((await run(MAP, '--yes', '--provider', 'openai')).code).toBe(0);
    expect(await pricesOf('openai/gpt-4o', 'openai')).toEqual([
      {
        rules: '[{"rates":{"input":"2500000","cachedInput":"1250000","output":"10000000"}}]',
        confidence: 'B',
      },
      {
        rules: '[{"rates":{"input":"3000000","cachedInput":"1250000","output":"10000000"}}]',
        confidence: 'B',
      },
    ]);
    expect(await pricesOf('openai/gpt-oss-120b', 'groq')).toHaveLength(1);
    expect(await pricesOf('openai/gpt-5.6-sol', 'openai')).toHaveLength(1);
    expect(await selectRow(AUTOCOMMIT, 'SELECT actor, action, detail FROM audit_entries')).toMatchObject({
      actor: 'operator:test',
      action: 'catalogue:import',
      detail: expect.stringContaining('"changed":1'),
    });
    const { lines } = await run(MAP, '--provider', 'openai');
    expect(lines.at(-1)).toBe('There is nothing to write.');
  });

  it('does not use imported models until an operator has confirmed them', async () => {
    await run(MAP, '--yes');
    const offered = () => listOffers(AUTOCOMMIT, 'openai/gpt-7-nova', new Date());
    expect(await offered()).toEqual([]);
    const { lines } = await runCommand(['confirm-model', 'openai/gpt-7-nova'], 'operator:test');
    expect(lines).toEqual(['1 offer(s) of openai/gpt-7-nova confirmed.']);
    expect(await offered()).toMatchObject([{ provider: 'openai', contextTokens: 400_000 }]);
    expect((await runCommand(['confirm-model', 'nobody/none'], 'operator:test')).code).toBe(1);
  });

  it('reads another hub’s list, with one provider as an object or several', async () => {
    expect((await run(HUB, '--yes')).lines.join()).toContain('data[0] names no provider');
    const { lines } = await run(HUB, '--yes', '--provider', 'openrouter');
    expect(lines.join('\n')).toContain('newmaker/free-model at openrouter: the price is missing or zero');
    expect((await pricesOf('openai/gpt-4o-mini', 'openrouter')).at(-1)?.rules).toContain('"input":"200000"');
    expect(await pricesOf('newmaker/first-model', 'openrouter')).toMatchObject([{ confidence: 'C' }]);
    expect(await pricesOf('newmaker/free-model', 'openrouter')).toEqual([]);
    await run(HUB, '--yes', '--provider', 'deepinfra');
    expect((await pricesOf('z-ai/glm-5.2', 'deepinfra')).at(-1)?.rules).toContain('"input":"900000"');
    await run(HUB, '--yes', '--provider', 'fal');
    expect((await pricesOf('qwen/qwen-image', 'fal')).at(-1)?.rules).toContain('"megapixel":"25000000000"');
  });

  it('writes the changes that an operator confirms at the terminal, and nothing otherwise', async () => {
    const before = await countRows();
    const asked: string[] = [];
    const answer = (yes: boolean) => (question: string) => {
      asked.push(question);
      return Promise.resolve(yes);
    };
    const no = await runCommand(['catalogue:import', MAP], 'operator:test', answer(false));
    expect(no.lines).toEqual(['Nothing was written.']);
    expect(asked[0]).toContain('gpt-7-nova');
    expect(await countRows()).toEqual(before);
    await runCommand(['catalogue:import', MAP], 'operator:test', answer(true));
    expect(await countRows()).not.toEqual(before);
  });
});

describe('a list that cannot be used', () => {
  it.each([
    ['no json', /\$ is no JSON/],
    ['5', /\$ must be a price map/],
    ['{"data":[7]}', /data\[0\] must be an object/],
    ['{"data":[{"id":"a/b","pricing":{"prompt":"cheap"}}]}', /data\[0\]\.pricing\.prompt must be an amount/],
    ['{"data":[{"id":"a/b","pricing":{"prompt":"-1","completion":"1"}}]}', /data\[0\]\.pricing\.prompt/],
    ['{"data":[{"pricing":{}}]}', /data\[0\]\.id must be a text/],
    [
      '{"m":{"litellm_provider":"openai","mode":"chat","input_cost_per_token":{}}}',
      /\["m"\]\.input_cost_per_token/,
    ],
  ])('%s is refused, with its position', async (text, message) => {
    const server = createServer((_request, response) => response.end(text));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const before = await countRows();
    const { lines, code } = await run(`http://127.0.0.1:${port}/list`, '--yes', '--provider', 'openai');
    server.close();
    expect(code).toBe(1);
    expect(lines.join()).toMatch(message);
    expect(await countRows()).toEqual(before);
  });

  it('is refused from an address other than https or this machine, or that does not exist', async () => {
    expect((await run('http://prices.example/list.json')).lines.join()).toContain('only https is read');
    expect((await run('/nowhere/list.json')).lines.join()).toContain('cannot be read');
    expect((await run()).lines.join()).toContain('Name the file');
  });
});
