import type { ProviderRequest } from '#app/core/providers/contract.ts';
import type { Expected } from './outcome.ts';

/** One behaviour of a provider, and the outcome that an adapter must report for it. */
export interface Behaviour {
  name: string;
  /** The directive of the sandbox (app/sandbox/providers/README.md). */
  directive: string;
  /** Request options besides the messages. */
  options?: ProviderRequest['options'];
  /** Turns after the question. */
  after?: ProviderRequest['messages'];
  expected: Expected;
  /** Adapters whose wire does not support this, with the reason. */
  missing?: Readonly<Record<string, string>>;
  /** The outcome expected of an unstreamed answer if it differs, or why there is no unstreamed answer. */
  whole?: Expected | { never: string };
  /**
   * The client leaves: by the signal or by ending the iteration, once the first output is there or after so
   * many ms.
   */
  leave?: { how: 'abort' | 'break'; at: 'first-words' | number };
  /** The address to call, if it is not the sandbox's. */
  address?: 'closed-port' | 'tls';
}
