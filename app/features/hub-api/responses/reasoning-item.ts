import type { ResponseReasoningItem } from 'openai/resources/responses/responses';
import { z } from 'zod';
import type { ReasoningDetail } from '#app/contracts/completion.ts';
import { reasoningDetail } from '#app/contracts/openai/answers/completion-answer.ts';
import type { OpenItem, OutputEvent } from './open-items.ts';

/** Prefix of signed thoughts of makers other than OpenAI, which a client stores for us. */
const MARK = 'par1.';

/** More than the thoughts of any model's answer take. */
const MAX_CHARACTERS = 8 * 1024 * 1024;

const details = z.array(reasoningDetail).max(128);

/**
 * The thoughts of a model while they grow: as a summary if the caller requests one, else as reasoning text.
 */
export class OpenReasoning implements OpenItem {
  readonly item: ResponseReasoningItem;
  readonly #details: ReasoningDetail[] = [];
  #text: string | null = null;

  constructor(
    id: string,
    private readonly index: number,
    private readonly isSummarised: boolean,
  ) {
    this.item = { id, type: 'reasoning', summary: [], status: 'in_progress' };
  }

  addText(delta: string): OutputEvent[] {
    const events: OutputEvent[] = [];
    const place = this.#place();
    if (this.#text === null) {
      this.#text = '';
      events.push(
        this.isSummarised
          ? {
              type: 'response.reasoning_summary_part.added',
              ...place,
              summary_index: 0,
              part: { type: 'summary_text', text: '' },
            }
          : {
              type: 'response.content_part.added',
              ...place,
              content_index: 0,
              part: { type: 'reasoning_text', text: '' },
            },
      );
    }
    this.#text += delta;
    events.push(
      this.isSummarised
        ? { type: 'response.reasoning_summary_text.delta', ...place, summary_index: 0, delta }
        : { type: 'response.reasoning_text.delta', ...place, content_index: 0, delta },
    );
    return events;
  }

  /** Adds signed blocks, which a later request returns to their maker. */
  addDetails(details: readonly ReasoningDetail[]): void {
    this.#details.push(...details);
  }

  close(isWhole: boolean): OutputEvent[] {
    this.item.status = isWhole ? 'completed' : 'incomplete';
    if (this.#details.length > 0) this.item.encrypted_content = packThoughts(this.#details);
    const text = this.#text;
    if (text === null) return [];
    const place = this.#place();
    if (this.isSummarised) {
      const part = { type: 'summary_text' as const, text };
      this.item.summary = [part];
      return [
        { type: 'response.reasoning_summary_text.done', ...place, summary_index: 0, text },
        { type: 'response.reasoning_summary_part.done', ...place, summary_index: 0, part },
      ];
    }
    const part = { type: 'reasoning_text' as const, text };
    this.item.content = [part];
    return [
      { type: 'response.reasoning_text.done', ...place, content_index: 0, text },
      { type: 'response.content_part.done', ...place, content_index: 0, part },
    ];
  }

  #place() {
    return { item_id: this.item.id, output_index: this.index };
  }
}

/** Signed thoughts as one opaque text, which a client sends back unread. */
export function packThoughts(thoughts: readonly ReasoningDetail[]): string {
  return MARK + Buffer.from(JSON.stringify(thoughts)).toString('base64url');
}

/** The inverse of `packThoughts`; [] for a text that another maker has encrypted, or that was changed. */
export function unpackThoughts(packed: string): ReasoningDetail[] {
  if (!packed.startsWith(MARK) || packed.length > MAX_CHARACTERS) return [];
  try {
    const given: unknown = JSON.parse(Buffer.from(packed.slice(MARK.length), 'base64url').toString());
    return details.safeParse(given).data ?? [];
  } catch {
    return [];
  }
}
