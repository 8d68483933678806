import { z } from 'zod';
import type { ReasoningDetail } from '#app/contracts/completion.ts';
import { CLAUDE_THOUGHTS, GEMINI_THOUGHTS } from '#app/contracts/completion.ts';

/** How the signed thoughts of other makers than OpenAI begin where a client keeps them for us. */
const MARK = 'par1.';
/** More than all thoughts of an answer that any model gives. */
const MOST_CHARACTERS = 8 * 1024 * 1024;

const index = z.int().min(0);
const details = z
  .array(
    z.union([
      z.object({
        index,
        format: z.literal(CLAUDE_THOUGHTS),
        type: z.literal('reasoning.text'),
        text: z.string(),
        signature: z.string(),
      }),
      z.object({
        index,
        format: z.literal(CLAUDE_THOUGHTS),
        type: z.literal('reasoning.encrypted'),
        data: z.string(),
      }),
      z.object({
        index,
        format: z.literal(GEMINI_THOUGHTS),
        type: z.literal('reasoning.encrypted'),
        data: z.string(),
        id: z.string().optional(),
      }),
    ]),
  )
  .max(128);

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
