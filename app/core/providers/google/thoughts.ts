import { GEMINI_THOUGHTS, type ReasoningDetail } from '#app/contracts/completion.ts';
import type { ProviderEvent } from '../contract.ts';
import { isObject } from '../shared/json.ts';

/**
 * An event with the signature of a part, which the client must send back with the same part.
 * @param index its index among the signatures of the answer
 * @param id of the call in that part, if any
 */
export function signatureEvent(data: string, index: number, id: string | null): ProviderEvent {
  const detail: ReasoningDetail = { type: 'reasoning.encrypted', data, format: GEMINI_THOUGHTS, index };
  return {
    type: 'delta',
    choice: 0,
    delta: { reasoning_details: [id === null ? detail : { ...detail, id }] },
  };
}

/** The signatures of a turn. */
export interface Signatures {
  /** By call id. */
  calls: ReadonlyMap<string, string>;
  /** The signature of the turn's text; null if there is none. */
  text: string | null;
}

/** The signatures in an earlier turn, as the maker sent them; those of other makers are left out. */
export function signaturesIn(turn: object): Signatures {
  const details: unknown = 'reasoning_details' in turn ? turn.reasoning_details : undefined;
  const calls = new Map<string, string>();
  let text: string | null = null;
  for (const detail of Array.isArray(details) ? details.filter(isObject) : []) {
    const { type, format, data, id } = detail;
    if (format !== GEMINI_THOUGHTS || type !== 'reasoning.encrypted' || typeof data !== 'string') continue;
    if (typeof id === 'string') calls.set(id, data);
    else text = data;
  }
  return { calls, text };
}
