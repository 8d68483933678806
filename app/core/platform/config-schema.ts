import { distance as editDistance } from 'fastest-levenshtein';
import { z } from 'zod';
import { PROVIDER_ENVS, type ProviderEnv } from '#app/contracts/providers.ts';
import { parseUrl } from '#app/contracts/text/parse-url.ts';
import { isLoopbackName } from './addresses/hosts.ts';
import { limitSettings, whole } from './limit-settings.ts';
import { azureSettings, encryptionKeys, hasWholeGrant, keyFile, redisNodes } from './secret-settings.ts';

const flag = (fallback: boolean) =>
  z
    .enum(['true', 'false', '1', '0', ''])
    .optional()
    .transform((value) =>
      value === undefined || value === '' ? fallback : value === 'true' || value === '1',
    );

const text = z.string().trim().min(1).optional();
const link = z.url().optional();
const webAddress = z.url({ protocol: /^https?$/ }).optional();

const HOST_NAME = /^(\[[\da-f:.]+\]|[\w-]+(\.[\w-]+)*)$/;
const hosts = z
  .string()
  .default('')
  .transform((list) =>
    list
      .split(',')
      .map((name) => name.trim().toLowerCase())
      .filter((name) => name !== ''),
  )
  .refine(
    (names) => names.every((name) => HOST_NAME.test(name)),
    'must be names or addresses without ports, separated by commas',
  );

const addresses = (message: string) =>
  z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((url) => url.trim())
        .filter((url) => url !== ''),
    )
    .refine((urls) => urls.every((url) => /^https?:$/.test(parseUrl(url)?.protocol ?? '')), message);

const links = addresses('must be addresses that begin with https://, separated by commas');
const origins = addresses('must be addresses that begin with https:// or http://, separated by commas');

type ProviderShape = Record<`${ProviderEnv}_API_KEY`, typeof text> &
  Record<`${ProviderEnv}_BASE_URL`, typeof link>;

/** A key and an address for every provider of the catalogue. */
const providers = Object.fromEntries(
  PROVIDER_ENVS.flatMap((env) => [
    [`${env}_API_KEY`, text],
    [`${env}_BASE_URL`, link],
  ]),
) as ProviderShape;

const settings = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
  PORT: whole(3000),
  HOST: z.string().default('127.0.0.1'),
  APP_URL: z.url().optional(),
  /**
   * Further host names under which the application is reached, separated by commas; lower case, without
   * ports.
   */
  ALLOWED_HOSTS: hosts,
  APP_TITLE: z.string().trim().min(1).default('Parlance'),
  /** Number of proxy hops to trust for X-Forwarded-*; empty or 0 means none. */
  TRUST_PROXY: whole(0),
  DATABASE_URL: z.string().regex(/^mysql:\/\//, 'must start with mysql://'),
  REDIS_URL: z.string().regex(/^rediss?:\/\//, 'must start with redis:// or rediss://'),
  /**
   * Nodes of a Redis Cluster for the streams of replies, separated by commas; without them they are at REDIS_URL.
   */
  REDIS_CLUSTER: redisNodes,
  /** Used by the Redis that npm start and compose.yaml run; only validated here. */
  REDIS_MAXMEMORY: z
    .string()
    .regex(/^[1-9]\d*([kmg]b?)?$/i, 'must be a size such as 512mb or 2gb')
    .default('1gb'),
  DATA_DIR: z.string().default('.data'),
  /** Used for the log files that npm start writes; only validated here. */
  LOG_MAX_MB: whole(20, 1),
  LOG_MAX_DAYS: whole(14, 1),
  /** A bucket for files; without one they are stored in DATA_DIR. */
  S3_BUCKET: text,
  S3_REGION: z.string().trim().min(1).default('us-east-1'),
  S3_ENDPOINT: link,
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  /** Timeout of an operation on the bucket in milliseconds, without the time for its bytes. */
  S3_LIMIT_MS: whole(20_000, 100),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),

  /** Comma-separated; the first signs, all verify (rotation). */
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters'),
  /** Comma-separated `kid:secret`; the first signs, all verify (rotation). */
  JWT_SECRET: z.string().min(32, 'must have at least 32 characters'),
  /** Comma-separated `id:key`; the first seals, all open (rotation). */
  ENCRYPTION_KEYS: encryptionKeys,

  ADMIN_EMAIL: z.email().optional(),
  ALLOW_REGISTRATION: flag(true),
  ALLOW_INLINE_RESET: flag(false),
  CHECK_BALANCE: flag(true),
  /**
   * Micro-dollars granted to every new account; `sandbox`: a default amount while only the sandbox provider
   * is configured.
   */
  SIGNUP_CREDIT: z.union([z.literal('sandbox'), z.coerce.number().int().min(0)]).default(0),
  PAYMENT_URL: link,
  /** Enables payment pages for a fixed amount, and auto top-up. With a live key, events of test mode are refused. */
  STRIPE_SECRET_KEY: text,
  STRIPE_BASE_URL: z.url().default('https://api.stripe.com'),
  STRIPE_WEBHOOK_SECRET: text,
  /** Stripe computes a tax and adds it on the payment pages that we create. */
  STRIPE_AUTOMATIC_TAX: flag(false),
  COINBASE_API_KEY_ID: text,
  COINBASE_API_KEY_SECRET: text,
  COINBASE_WEBHOOK_SECRET: text,
  COINBASE_BASE_URL: z.url().default('https://business.coinbase.com'),
  DEMO_URL: link,
  FEEDBACK_EMAIL: z.email().optional(),
  /** The links to shared chats that open: for anyone who has them, for signed-in users alone, or none. */
  SHARE_LINKS: z.enum(['public', 'members', 'off']).default('public'),
  /** An email address or a page for reports of abuse, shown on shared chats. */
  ABUSE_ADDRESS: z.union([z.email(), webAddress]).optional(),
  COMMUNITY_URL: link,
  /** The operator's addresses elsewhere, separated by commas. */
  SOCIAL_LINKS: links,
  SMTP_URL: z.url().optional(),
  MAIL_FROM: text,

  ...providers,
  KLING_ACCESS_KEY: text,
  KLING_SECRET_KEY: text,
  KLING_BASE_URL: link,
  BING_BASE_URL: webAddress,
  BING_SOCKET_URL: z.url({ protocol: /^(wss?|https?)$/ }).optional(),
  BING_COOKIE: text,
  CHATGPT_BASE_URL: webAddress,
  CHATGPT_ACCESS_TOKEN: text,
  ...azureSettings,
  /** The key file of a service account, or its path. */
  GOOGLE_SERVICE_ACCOUNT: keyFile.optional(),
  GOOGLE_TOKEN_URL: z.url().default('https://oauth2.googleapis.com/token'),
  GOOGLE_VERTEX_LOCATION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must be a location such as global or europe-west4')
    .default('global'),
  GOOGLE_VERTEX_BASE_URL: link,
  /** The address under which image and video providers reach the application, if it is not APP_URL. */
  PROVIDER_WEBHOOK_URL: link,
  /**
   * Origins that users may register webhooks for although they are in our own network or not https, separated
   * by commas.
   */
  WEBHOOK_ALLOWED_ORIGINS: origins,
  REPLICATE_WEBHOOK_SECRET: text,
  BFL_WEBHOOK_SECRET: text,
  FAL_JWKS_URL: z.url().default('https://rest.fal.ai/.well-known/jwks.json'),
  TITLE_MODEL: text,
  /** True when the start script runs the sandbox provider; the interface shows a banner. */
  SANDBOX: flag(false),
  /** The sandbox's second provider; the first is at OPENAI_BASE_URL. */
  SANDBOX_B_BASE_URL: link,

  /**
   * Milliseconds for which the event loop of a process may be blocked before the process is killed; 0 turns
   * this off.
   */
  LOOP_STALL_MS: whole(10_000),
  /**
   * Milliseconds for which a web process continues after SIGTERM while `/readyz` answers 503, so that a load
   * balancer notices.
   */
  LEAVE_MS: whole(5_000),
  /** Milliseconds that calls of the public API, and runs in a worker, have to end after SIGTERM. */
  DRAIN_MS: whole(20_000),
  /** Max concurrent generations per worker. */
  WORKER_CONCURRENCY: whole(2000, 1),
  /** Milliseconds without a heartbeat after which a run counts as lost. */
  RUN_LEASE_MS: whole(15_000, 200),
  /** Milliseconds without a provider event after which a reply counts as stalled. */
  RUN_STALL_MS: whole(60_000, 100),
  RUN_DEADLINE_MS: whole(600_000, 1000),
  /** Milliseconds that a stream log stays in Redis after its reply has ended. */
  LOG_TTL_MS: whole(600_000, 1000),
  /** Days that ended sessions and used or expired mail links are stored; 0 stores them forever. */
  RETAIN_SESSIONS_DAYS: whole(30),
  /**
   * Days that the records of generations are stored (their charges stay in the ledger); 0 stores them
   * forever.
   */
  RETAIN_GENERATIONS_DAYS: whole(0),
  /**
   * Days that responses of the public API are stored to be read again and continued; 0 stores them forever.
   */
  RETAIN_RESPONSES_DAYS: whole(30),
  /**
   * Days that request and response bodies of API calls are stored for accounts that opted in; 0 stores them
   * forever.
   */
  RETAIN_CALLS_DAYS: whole(30),
  /** Hours after which an upload that is not used anywhere is deleted; 0 keeps it forever. */
  RETAIN_UPLOADS_HOURS: whole(24),
  /** Hours after which a temporary chat is deleted. */
  TEMPORARY_CHAT_HOURS: z.coerce.number().int().min(1).max(8760).default(720),
  /**
   * Days without use by any web process after which the scripts of a build are deleted; 0 keeps them forever.
   */
  RETAIN_BUILDS_DAYS: whole(14),
  ...limitSettings,
  /** The bearer token for /metrics; without it the endpoint does not exist. */
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  /** The port on which a worker answers /healthz, and with METRICS_TOKEN /metrics; 0 for none. */
  METRICS_PORT: whole(0),
});

/** A payment service on this machine takes no real money: with real providers their calls would be free. */
const mayBePaidAt = (url: string | undefined, isSandbox: boolean) =>
  url === undefined || isSandbox || !isLoopbackName(new URL(url).hostname);
const LOCAL_PAYMENT_REFUSED = 'is on this machine, which only the sandbox (SANDBOX) may have';

export const schema = settings
  .refine(hasWholeGrant, {
    path: ['AZURE_OPENAI_CLIENT_SECRET'],
    message: 'needs AZURE_OPENAI_CLIENT_ID and AZURE_OPENAI_TENANT_ID (or AZURE_OPENAI_TOKEN_URL)',
  })
  .refine(({ PAYMENT_URL, SANDBOX }) => mayBePaidAt(PAYMENT_URL, SANDBOX), {
    path: ['PAYMENT_URL'],
    message: LOCAL_PAYMENT_REFUSED,
  })
  .refine(({ STRIPE_BASE_URL, SANDBOX }) => mayBePaidAt(STRIPE_BASE_URL, SANDBOX), {
    path: ['STRIPE_BASE_URL'],
    message: LOCAL_PAYMENT_REFUSED,
  })
  .refine(({ COINBASE_BASE_URL, SANDBOX }) => mayBePaidAt(COINBASE_BASE_URL, SANDBOX), {
    path: ['COINBASE_BASE_URL'],
    message: LOCAL_PAYMENT_REFUSED,
  });

export type Config = Readonly<z.output<typeof schema>>;

/** All problems of the environment at once, one line each, so that one edit can fix them all. */
export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(`The configuration is not usable:\n${problems.map((line) => `  - ${line}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/**
 * Finds misspelt names of provider settings: `OPENAL_API_KEY` would otherwise go unnoticed. Variables of
 * other programs are ignored.
 */
function misspelt(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const [, env, kind] = /^([A-Z0-9_]{4,})_(API_KEY|BASE_URL)$/.exec(name) ?? [];
    if (!env || Object.hasOwn(schema.shape, name)) return [];
    const meant = PROVIDER_ENVS.find((known) => editDistance(env, known) === 1);
    return meant ? [`${name}: there is no such provider; ${meant}_${kind}?`] : [];
  });
}

/**
 * Checks an environment against the schema.
 * @param env variable name to text; an empty string counts as absent.
 * @throws ConfigError with every problem named.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = schema.safeParse(given);
  const problems = misspelt(Object.keys(given));
  if (result.success && problems.length === 0) return Object.freeze(result.data);
  const issues = result.error?.issues ?? [];
  throw new ConfigError([...issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`), ...problems]);
}
