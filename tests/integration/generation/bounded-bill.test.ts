import { beforeEach, describe, expect, it } from 'vitest';
import { readReceipt } from '#app/core/generation/report/receipt.ts';
import { tokenizerFamily } from '#app/core/catalogue/tokens/tokenizers.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { callToEnd } from '#tests/fixtures/engine-call.ts';
import { mp4 } from '#tests/fixtures/media/mp4.ts';
import { png } from '#tests/fixtures/pixel.ts';
import { SEED_ROUTES } from '#tests/fuzz/holds/offers.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { IS_FULL, seedFrom } from '#tests/setup/suite.ts';

// The sandbox's bill by the makers' published rules never exceeds the hold.
useEngine();

const SEED = seedFrom('BILL_SEED');
const CALLS = IS_FULL ? 40 : 12;

/** Prices with a different rate for each class, so that no hold uses another class' rate. */
const price = {
  rules: [
    {
      rates: {
        input: 1_000_000n,
        cachedInput: 100_000n,
        cacheWrite: 1_250_000n,
        cacheWriteLong: 2_000_000n,
        output: 5_000_000n,
      },
    },
  ],
};

const MODELS = [
  { id: 'sandbox/small', provider: 'sandbox', upstreamModel: 'sandbox-small' },
  { id: 'sandbox/messages', provider: 'sandbox-messages', upstreamModel: 'sandbox-haiku-4-5' },
  { id: 'sandbox/messages-thinking', provider: 'sandbox-messages', upstreamModel: 'sandbox-opus-5-5' },
  { id: 'sandbox/generate', provider: 'sandbox-generate', upstreamModel: 'gemini-2.5-flash-sandbox' },
  {
    id: 'sandbox/generate-thinking',
    provider: 'sandbox-generate',
    upstreamModel: 'gemini-3.8-flash-sandbox',
  },
] as const;

/** How the sandbox serves a dialect, and with which of its models. */
const SERVED = {
  openai: { provider: 'sandbox', upstreamModels: ['sandbox-small'] },
  anthropic: { provider: 'sandbox-messages', upstreamModels: ['sandbox-haiku-4-5', 'sandbox-opus-5-5'] },
  google: {
    provider: 'sandbox-generate',
    upstreamModels: ['gemini-2.5-flash-sandbox', 'gemini-3.8-flash-sandbox'],
  },
} as const;

/** A model with two dialects is tested with one of them. */
const drawnIds = new Set<string>();

/** Models of the seed, two for each dialect: as in the catalogue, but served by the sandbox. */
const DRAWN = (['openai', 'anthropic', 'google'] as const).flatMap((dialect) => {
  const draw = lots(SEED + dialect.length);
  const routes = SEED_ROUTES.filter(
    ({ dialect: spoken, offer }) =>
      spoken === dialect &&
      !offer.modelId.startsWith('sandbox/') &&
      offer.supports.includes('text-to-text') &&
      !drawnIds.has(offer.modelId),
  );
  const drawn = new Map([draw.one(routes), draw.one(routes)].map(({ offer }) => [offer.modelId, offer]));
  for (const id of drawn.keys()) drawnIds.add(id);
  return [...drawn.values()].map(({ modelId: id, model, price: { rules } }) => ({
    id,
    tokenizer: model.tokenizer,
    capabilities: model.capabilities,
    parameters: model.parameters,
    isForeign: !tokenizerFamily(model.tokenizer).isOwn,
    // The sandbox counts images like the makers of these models.
    supports: dialect === 'openai' ? (['text-to-text'] as const) : model.supports,
    offers: [
      {
        provider: SERVED[dialect].provider,
        upstreamModel: draw.one<string>(SERVED[dialect].upstreamModels),
        price: { rules },
      },
    ],
  }));
});

beforeEach(async () => {
  for (const model of DRAWN) await createModel(model);
  for (const { id, provider, upstreamModel } of MODELS.slice(1)) {
    await createModel({
      id,
      endpoint: provider === 'sandbox-generate' ? 'google' : 'anthropic',
      supports: ['text-to-text', 'image-to-text', 'video-to-text'],
      capabilities: [
        'streaming',
        'tools',
        'json_schema',
        ...(id.endsWith('thinking') ? (['reasoning'] as const) : []),
      ],
      offers: [{ provider, upstreamModel, price }],
    });
  }
  await createModel({
    id: 'sandbox/seeing',
    supports: ['text-to-text', 'image-to-text', 'video-to-text', 'audio-to-text'],
    offers: [{ provider: 'sandbox', price }],
  });
});

/** Numbers that look random and are the same for a seed. */
function lots(seed: number) {
  let state = seed | 1;
  const below = (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
  return {
    below,
    one: <Item>(items: readonly Item[]): Item => items[below(items.length)]!,
    maybe: () => below(2) === 0,
  };
}
type Lots = ReturnType<typeof lots>;

const SCRIPTS = [
  'The river runs. ',
  'ሰላም ለዓለም ',
  'សួស្តី',
  'བཀྲ་ཤིས།',
  '龘靐齉',
  '🚣🏽‍♀️🏴',
  '31415926',
  '=-=*',
  '   \n',
  'Привет, мир. ',
];

/** An answer with output, however soon it is cut. */
const SAID = SCRIPTS.filter((script) => script.trim() !== '');

/** The way to call a model: its dialect, and its supported parameters. */
interface Supported {
  /** It accepts sound, and returns several answers. */
  isChat: boolean;
  sees: boolean;
  watches: boolean;
  isForeign: boolean;
}

function supportedBy(model: string): Supported {
  const drawn = DRAWN.find(({ id }) => id === model);
  const own = MODELS.find(({ id }) => id === model)?.provider;
  const isChat = (own ?? drawn?.offers[0]?.provider ?? 'sandbox') === 'sandbox';
  const sees = drawn ? drawn.supports.includes('image-to-text') : model !== 'sandbox/small';
  const watches = own === 'sandbox-generate' || model === 'sandbox/seeing';
  return { isChat, sees, watches, isForeign: drawn?.isForeign ?? false };
}

function partsOf(draw: Lots, { isChat, sees, watches, isForeign }: Supported): object[] {
  const text = draw.one(SCRIPTS).repeat(1 + draw.below(300));
  const mark = draw.maybe() ? { cache_control: { type: 'ephemeral', ttl: draw.one(['5m', '1h']) } } : {};
  const bytes = isForeign && draw.maybe() ? 'tokenizer=bytes ' : '';
  const directive = `[[sandbox: ${bytes}length=100 text="${draw.one(SAID).repeat(40)}" pace=0]]`;
  const picture = {
    type: 'image_url',
    image_url: {
      url: png(1 + draw.below(6000), 1 + draw.below(6000)),
      detail: draw.one(['auto', 'low', 'high']),
    },
  };
  const words = Buffer.from(draw.one(SCRIPTS).repeat(1 + draw.below(200))).toString('base64');
  const file = { type: 'file', file: { filename: 'a.txt', file_data: `data:text/plain;base64,${words}` } };
  const [width, height] = [64 + draw.below(2000), 64 + draw.below(1000)];
  const video = mp4({ seconds: 1 + draw.below(30), width, height }).toString('base64');
  const film = { type: 'video_url', video_url: { url: `data:video/mp4;base64,${video}` } };
  const sound = {
    type: 'input_audio',
    input_audio: {
      data: Buffer.concat([Buffer.from('ID3'), Buffer.alloc(9_000)]).toString('base64'),
      format: 'mp3',
    },
  };
  return [
    { type: 'text', text, ...mark },
    ...(sees && draw.maybe() ? [picture] : []),
    ...(watches && draw.maybe() ? [film] : []),
    ...(draw.maybe() ? [file] : []),
    ...(sees && isChat && draw.maybe() ? [sound] : []),
    { type: 'text', text: directive },
  ];
}

function hasTools(model: string): boolean {
  return DRAWN.find(({ id }) => id === model)?.capabilities.includes('tools') ?? true;
}

function callOf(draw: Lots): object {
  const model = draw.one([...MODELS, ...DRAWN, { id: 'sandbox/seeing' }].map(({ id }) => id));
  const taken = supportedBy(model);
  const { isChat } = taken;
  const tools = Array.from({ length: 1 + draw.below(5) }, (_, index) => ({
    type: 'function',
    function: {
      name: `tool_${index}`,
      description: draw.one(SCRIPTS).repeat(20),
      parameters: { type: 'object', properties: { a: { type: 'string' } } },
    },
  }));
  const turns = Array.from({ length: draw.below(3) }, () => [
    { role: 'user', name: draw.maybe() ? 'ada' : undefined, content: draw.one(SCRIPTS).repeat(20) },
    { role: 'assistant', content: 'Hm.', reasoning_content: draw.one(SCRIPTS).repeat(50) },
  ]);
  return {
    model,
    messages: [
      ...(draw.maybe() ? [{ role: 'system', content: draw.one(SCRIPTS).repeat(30) }] : []),
      ...turns.flat(),
      { role: 'user', content: partsOf(draw, taken) },
    ],
    ...(draw.maybe() && hasTools(model) && { tools }),
    // Most answers reach their limit, so that no remainder could pay for a prompt.
    ...(draw.below(8) > 0 && { max_tokens: 1 + draw.below(20) }),
    ...(draw.maybe() && { reasoning_effort: draw.one(['low', 'high']) }),
    ...(isChat && draw.maybe() && { n: 1 + draw.below(3) }),
    ...(draw.maybe() && { stop: ['NEVER'] }),
    ...(draw.maybe() && { prediction: { type: 'content', content: 'x'.repeat(10_000) } }),
    ...(draw.maybe() && { service_tier: 'priority', web_search_options: {} }),
    stream: draw.maybe(),
  };
}

describe(`what is held for ${DRAWN.map(({ id }) => id).join(', ')}, BILL_SEED=${SEED}`, () => {
  it(`pays for all that ${CALLS} calls of every kind are billed as`, async () => {
    const draw = lots(SEED);
    const owner = await createKey({ creditMicro: 10_000_000_000n });
    let charged = 0;
    for (let call = 0; call < CALLS; call += 1) {
      const body = callOf(draw);
      const { generationId, entries } = await callToEnd(owner, body);
      const end = entries.at(-1);
      const said = JSON.stringify(body).slice(0, 2_000);
      expect(end, `${said}`).toMatchObject({ type: 'end', errorCode: null });
      const { costMicro, chargedMicro, heldMicro, usageSource } = await readReceipt(AUTOCOMMIT, {
        userId: owner.userId,
        generationId,
      });
      expect(usageSource, `${said}`).toBe('provider');
      // The shortfall is the cost minus the charge.
      expect(costMicro, `${said}`).toBe(chargedMicro);
      expect(chargedMicro! <= heldMicro, `${said}`).toBe(true);
      if (chargedMicro! > 0n) charged += 1;
    }
    expect(charged).toBeGreaterThan(CALLS / 2);
  }, 240_000);
});
