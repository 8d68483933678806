import { KEYS_MAX } from '#app/contracts/api-keys.ts';
import { samplesFor } from '#app/contracts/code-samples.ts';
import { AppError } from '#app/contracts/errors.ts';
import { AUTO_MODEL } from '#app/contracts/models.ts';
import { formatCents } from '#app/contracts/money.ts';
import { allHubErrors, shouldRetry } from '#app/contracts/openai/error-meanings.ts';
import {
  CARD_FEE_MICRO,
  CARD_FEE_PERCENT,
  CRYPTO_FEE_PERCENT,
  DISPUTE_FEE_MICRO,
  MIN_PAYMENT_MICRO,
} from '#app/contracts/payments/fees.ts';
import { appUrl } from '#app/core/platform/addresses/app-url.ts';
import { config } from '#app/core/platform/config.ts';
import { DEFAULT_OUTPUT_CAP, MIN_OUTPUT } from '#app/core/tasks/price.ts';
import { tableText } from './reference/schema-text.ts';

const count = (value: number) => value.toLocaleString('en-US');

/**
 * Facts of this installation for chapters, by placeholder: `{{base}}`. Lists are generated from the tables
 * themselves.
 */
export function docsFacts(): Record<string, string> {
  const origin = appUrl();
  return {
    origin,
    base: `${origin}/api/v1`,
    title: config().APP_TITLE,
    'first-call': firstCall(origin),
    'default-output': count(DEFAULT_OUTPUT_CAP),
    'least-output': count(MIN_OUTPUT),
    'most-keys': count(KEYS_MAX),
    'card-fee': `${CARD_FEE_PERCENT}% and ${formatCents(CARD_FEE_MICRO)}`,
    'crypto-fee': `${CRYPTO_FEE_PERCENT}%`,
    'dispute-fee': formatCents(DISPUTE_FEE_MICRO),
    'least-payment': formatCents(MIN_PAYMENT_MICRO),
    deadline: `${count(Math.ceil(config().RUN_DEADLINE_MS / 1000))} seconds`,
    'response-days': retentionText(config().RETAIN_RESPONSES_DAYS),
    limits: limitsText(),
    errors: errorsText(),
  };
}

/** The sample call of the landing page, as three fences. */
function firstCall(origin: string): string {
  const { python, javascript, curl } = samplesFor({ origin, model: AUTO_MODEL });
  const fence = (language: string, code: string) => `\`\`\`${language}\n${code.trimEnd()}\n\`\`\``;
  return [fence('python', python), fence('javascript', javascript), fence('sh', curl)].join('\n\n');
}

const retentionText = (days: number) => (days === 0 ? 'indefinitely' : `for ${count(days)} days`);

function limitsText(): string {
  const settings = config();
  const limitText = (limit: number) => (limit === 0 ? 'no limit' : count(limit));
  return tableText(
    ['What is counted', 'Limit'],
    [
      [`Requests per account in ${settings.LIMIT_API_WINDOW} s`, limitText(settings.LIMIT_API_CALLS)],
      [`Requests per key in ${settings.LIMIT_API_WINDOW} s`, limitText(settings.LIMIT_API_CALLS_KEY)],
      [
        `Requests per IP address in ${settings.LIMIT_API_WINDOW} s`,
        limitText(settings.LIMIT_API_CALLS_ADDRESS),
      ],
      ['Requests per account running at once', limitText(settings.LIMIT_API_CONCURRENT)],
      [`Quotes per account in ${settings.LIMIT_QUOTES_WINDOW} s`, limitText(settings.LIMIT_QUOTES)],
      ['Quotes per account in progress at once', limitText(settings.LIMIT_QUOTES_CONCURRENT)],
    ],
  );
}

/** Every error code under a heading of its own, sorted by status, so that each can be linked to. */
function errorsText(): string {
  const errors = allHubErrors().toSorted((one, other) => one.status - other.status);
  return errors
    .map(({ code, internalCode, status, type, meaning }) => {
      const isRepeated = shouldRetry(new AppError(internalCode));
      const repeat = isRepeated ? 'a retry can help' : 'a retry does not help';
      return `### ${code}\n\n**${status}**, type \`${type}\`, ${repeat}. ${meaning}`;
    })
    .join('\n\n');
}
