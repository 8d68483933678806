import { z } from 'zod';
import type { ReasoningDetail } from '#app/contracts/completion.ts';
import { reasoningDetail } from '#app/contracts/openai/answers/completion-answer.ts';

/** How the signed thoughts of other makers than OpenAI begin where a client keeps them for us. */
const MARK = 'par1.';
/** More than all thoughts of an answer that any model gives. */
const MOST_CHARACTERS = 8 * 1024 * 1024;

const details = z.array(reasoningDetail).max(128);

/** Signed thoughts as one opaque text, which a client gives back unread. */
export function packThoughts(thoughts: readonly ReasoningDetail[]): string {
  return MARK + Buffer.from(JSON.stringify(thoughts)).toString('base64url');
}

/** What `packThoughts` has packed; nothing for what another maker has sealed, or somebody has changed. */
export function unpackThoughts(packed: string): ReasoningDetail[] {
  if (!packed.startsWith(MARK) || packed.length > MOST_CHARACTERS) return [];
  try {
    const given: unknown = JSON.parse(Buffer.from(packed.slice(MARK.length), 'base64url').toString());
    return details.safeParse(given).data ?? [];
  } catch {
    return [];
  }
}
