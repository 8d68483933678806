import type { BranchMessage } from '#app/contracts/chat.ts';
import type { EndpointActions } from '#app/contracts/endpoints/facts.ts';
import { factsOf } from '#app/contracts/endpoints/table.ts';
import { signatureOf } from '#app/core/catalogue/signature.ts';
import { findOwnKeyRuns, readMediaProgress } from '#app/core/generation/report/replies.ts';
import { readReplySoFar } from '#app/core/generation/stream/reader.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { splitBlocks } from '#app/ui/markdown/blocks.ts';
import type { MarkdownLabels } from '#app/ui/markdown/labels.ts';
import { newRenderBudget, renderTexts } from '#app/ui/markdown/render/render-text.server.ts';
import type { ViewMessage } from './view-message.ts';

/**
 * Returns messages with the texts of replies as HTML, and whether any of them contains a formula. A user's
 * text is shown as typed (`TypedText`) and needs no HTML.
 * @param owner id of the user who owns the page: users take turns at the rendering threads
 */
export async function renderMessages(messages: BranchMessage[], labels: MarkdownLabels, owner: string) {
  const budget = newRenderBudget(owner);
  const growing = messages.flatMap(({ submitting, generationId }) =>
    submitting ? (generationId ?? []) : [],
  );
  // A reply with a cost ran on the operator's key.
  const free = messages.flatMap(({ generationId, costMicro }) =>
    BigInt(costMicro ?? 0) > 0n ? [] : (generationId ?? []),
  );
  const [views, making, onOwnKey] = await Promise.all([
    Promise.all(messages.map(viewOf)),
    readMediaProgress(AUTOCOMMIT, growing),
    findOwnKeyRuns(AUTOCOMMIT, free),
  ]);
  const render = async (isStored: boolean) => {
    const wanted = views.filter(({ soFar, formatted }) => formatted !== '' && (soFar === null) === isStored);
    const inputs = wanted.map(({ message, formatted }) => ({
      text: formatted,
      labels,
      idPrefix: message.messageId,
      open: '',
    }));
    const texts = await renderTexts(inputs, { budget, isStored });
    return wanted.map(({ message }, index) => [message.messageId, texts[index]] as const);
  };
  const rendered = new Map([...(await render(true)), ...(await render(false))]);
  return {
    messages: views.map(({ message, signature, soFar }): ViewMessage => {
      return {
        ...message,
        signature,
        actions: factsOf(message.endpoint)?.actions ?? NOTHING,
        html: rendered.get(message.messageId)?.html ?? null,
        making: making.get(message.generationId ?? '') ?? null,
        ownKey: onOwnKey.has(message.generationId ?? ''),
        soFar,
      };
    }),
    math: [...rendered.values()].some((text) => text?.math),
  };
}

/** Actions for a message of an endpoint that no longer exists. */
const NOTHING: EndpointActions = { canContinue: false, canRegenerate: false, canEdit: false };

interface View {
  message: BranchMessage;
  signature: string;
  /** The Markdown of the message that is rendered here. */
  formatted: string;
  soFar: ViewMessage['soFar'];
}

async function viewOf(message: BranchMessage): Promise<View> {
  const signature = await signatureOf(AUTOCOMMIT, message);
  if (message.isCreatedByUser) return { message, signature, formatted: '', soFar: null };
  const { generationId, submitting } = message;
  if (!submitting || generationId === null)
    return { message, signature, formatted: message.text, soFar: null };
  const { text, thinking, cursor } = await textSoFar(message.text, generationId);
  const shown = text.length - (splitBlocks(text).at(-1)?.length ?? 0);
  return {
    message: { ...message, text, thinking },
    signature,
    formatted: text.slice(0, shown),
    soFar: { cursor, shown },
  };
}

/** @param before text of a reply that is being continued: it is known before the run begins */
async function textSoFar(before: string, generationId: string) {
  const { text, thinking, cursor } = await readReplySoFar(generationId);
  if (text.length >= before.length) return { text, thinking, cursor };
  return { text: before, thinking, cursor: { ...cursor, text: before.length } };
}
