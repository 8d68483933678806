import { isLoopback } from '#app/core/platform/addresses/app-url.ts';
import { config } from '#app/core/platform/config.ts';
import type { Config } from '#app/core/platform/config-schema.ts';
import { PROVIDER_ENVS } from '#app/contracts/providers.ts';

/** Ten dollars, which buy nothing outside of the sandbox. */
const SANDBOX_CREDIT = 10_000_000;

/** Micro-dollars that a new account is given. */
export function signupCredit(settings: Config = config()): bigint {
  const { SIGNUP_CREDIT } = settings;
  if (SIGNUP_CREDIT !== 'sandbox') return BigInt(SIGNUP_CREDIT);
  return BigInt(hasOnlySandbox(settings) ? SANDBOX_CREDIT : 0);
}

/** No provider is set up whose calls cost the operator money: the sandbox stands in for OpenAI, on loopback. */
function hasOnlySandbox(settings: Config): boolean {
  const { SANDBOX, OPENAI_BASE_URL } = settings;
  const others = PROVIDER_ENVS.some((env) => env !== 'OPENAI' && settings[`${env}_API_KEY`]);
  return SANDBOX && OPENAI_BASE_URL !== undefined && isLoopback(OPENAI_BASE_URL) && !others;
}
