import { ProviderError } from '../contract.ts';

/** What a wire has no words for: the caller's to mend. */
export function refused(message: string): ProviderError {
  return new ProviderError('provider_rejected', message);
}
