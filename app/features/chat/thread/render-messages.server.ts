import type { BranchMessage, ChatMessage } from '#app/contracts/chat.ts';
import type { EndpointActions } from '#app/contracts/endpoints/facts.ts';
import { factsOf } from '#app/contracts/endpoints/table.ts';
import { readEntry } from '#app/core/catalogue/read-entry.ts';
import { findOwnKeyRuns, readMaking } from '#app/core/generation/report/replies.ts';
import { readReplySoFar } from '#app/core/generation/stream/reader.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { splitBlocks } from '#app/features/chat/markdown/blocks.ts';
import type { MarkdownLabels } from '#app/features/chat/markdown/labels.ts';
import { newRenderBudget, renderTexts } from '#app/features/chat/markdown/render/render-text.server.ts';
import type { ViewMessage } from './view-message.ts';

/**
 * Messages with the texts of replies as HTML, and whether some of them holds a formula. What a person wrote is shown as
 * typed (`TypedText`) and needs none.
 * @param owner whose page it is: people take turns at the threads that render
 */
export async function renderMessages(messages: BranchMessage[], labels: MarkdownLabels, owner: string) {
  const budget = newRenderBudget(owner);
  const growing = messages.flatMap(({ submitting, generationId }) =>
    submitting ? (generationId ?? []) : [],
  );
  // What cost something ran on the operator's key.
  const free = messages.flatMap(({ generationId, costMicro }) =>
    BigInt(costMicro ?? 0) > 0n ? [] : (generationId ?? []),
  );
  const [views, making, onOwnKey] = await Promise.all([
    Promise.all(messages.map(viewOf)),
    readMaking(AUTOCOMMIT, growing),
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

/** What can be done with a message of an endpoint that is no more. */
const NOTHING: EndpointActions = { canContinue: false, canRegenerate: false, canEdit: false };

interface View {
  message: BranchMessage;
  signature: string;
  /** The Markdown of it that is rendered here. */
  formatted: string;
  soFar: ViewMessage['soFar'];
}

async function viewOf(message: BranchMessage): Promise<View> {
  const signature = await signatureOf(message);
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

/** @param before what a reply that goes on had said already: it is known before the run has begun */
async function textSoFar(before: string, generationId: string) {
  const { text, thinking, cursor } = await readReplySoFar(generationId);
  if (text.length >= before.length) return { text, thinking, cursor };
  return { text: before, thinking, cursor: { ...cursor, text: before.length } };
}

/**
 * What a reply is signed with on a page: the name of its model, on offer or not, or the one that its sender chose.
 * The `sender` of the calls is the endpoint's label, whoever answered.
 */
async function signatureOf({ sender, endpoint, model }: ChatMessage): Promise<string> {
  const facts = factsOf(endpoint);
  // Who has two names says with them which of both has answered.
  const isLabel = facts?.sender === sender && facts.personaSender === undefined;
  if (!isLabel || model === null) return sender;
  const entry = await readEntry(AUTOCOMMIT, model).catch(() => null);
  return entry?.name ?? model;
}
