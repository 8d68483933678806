import type { ProviderRequest } from '#app/core/providers/contract.ts';
import type { Expected } from './outcome.ts';

/** One thing that a provider may do, and what an adapter must make of it. */
export interface Behaviour {
  name: string;
  /** The directive of the sandbox (app/sandbox/providers/README.md). */
  directive: string;
  /** What is asked for beside the words. */
  options?: ProviderRequest['options'];
  /** Turns after the question. */
  after?: ProviderRequest['messages'];
  expected: Expected;
  /** Adapters whose wire has no such thing, and why. */
  missing?: Readonly<Record<string, string>>;
  /** What is expected of an answer in one piece where it differs, or why there is no such thing. */
  whole?: Expected | { never: string };
  /** We leave: by the signal or by ending the iteration, once the first words are there or after so many ms. */
  leave?: { how: 'abort' | 'break'; at: 'first-words' | number };
  /** The address called, where it is not the sandbox's. */
  address?: 'closed-port' | 'tls';
}
