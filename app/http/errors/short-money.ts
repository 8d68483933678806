import { AppError } from '#app/contracts/errors.ts';
import { formatExactly } from '#app/contracts/money.ts';
import { LIMITS_PATH } from '#app/contracts/spending-limits.ts';
import { appUrl } from '#app/core/platform/addresses/app-url.ts';

/**
 * Says of a call that money does not cover how much it needs, how much is free, and where more is added: who calls the
 * public API has no screen of ours that could show it. Any other error is as it was.
 */
export function tellShortMoney(error: AppError): AppError {
  const { code, message, params } = error;
  const { needed, available } = params;
  if (needed === undefined || available === undefined) return error;
  const amounts = `this call needs ${dollars(needed)}, and ${dollars(available)} is free`;
  if (code === 'token_balance')
    return new AppError(code, {
      message: `Insufficient balance: ${amounts}. Credit can be added at ${appUrl()}/balance.`,
      params,
    });
  if (code === 'spending_cap')
    return new AppError(code, {
      message: `${message.replace(/\.$/, '')}: ${amounts.replace(/free$/, 'left')}. It resets at ${String(params['resetsAt']).replace('.000Z', 'Z')}. Caps are changed at ${appUrl()}${LIMITS_PATH}.`,
      params,
    });
  if (code !== 'key_cap') return error;
  return new AppError(code, { message: message.replace(/\.$/, `: ${amounts}.`), params });
}

const dollars = (micro: string | number) => formatExactly(BigInt(micro));
