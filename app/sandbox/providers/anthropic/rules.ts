import { signatureOf } from '../signature.ts';
import type { MessageRequest, RequestBlock } from './message-request.ts';

/** The sandbox's one model of the older kind: it accepts sampling, a prefill and a thinking budget. */
export const OLDER_MODEL = 'sandbox-haiku-4-5';

/** Rules that no schema expresses: the order of turns, and parameters that some kinds of models refuse. */
export function complaintAbout(request: MessageRequest): string | null {
  return (
    turnsComplaint(request) ??
    thoughtsComplaint(request) ??
    (request.model === OLDER_MODEL ? olderComplaint(request) : newerComplaint(request))
  );
}

function turnsComplaint({ messages, tools = [], tool_choice: choice, model }: MessageRequest): string | null {
  if (messages[0]?.role !== 'user') return 'messages: first message must use the "user" role';
  if (messages.at(-1)?.role === 'assistant' && model !== OLDER_MODEL) {
    return 'This model does not support assistant message prefill. The conversation must end with a user message.';
  }
  if (/\s$/.test(prefillOf(messages))) {
    return 'messages: final assistant content cannot end with trailing whitespace';
  }
  for (const [index, message] of messages.entries()) {
    const asked = index === 0 ? [] : callsOf(messages[index - 1]);
    const answered = blocksOf(message).flatMap((block) =>
      block.type === 'tool_result' ? [block.tool_use_id] : [],
    );
    const stranger = answered.find((id) => !asked.includes(id));
    if (stranger !== undefined)
      return `messages.${index}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${stranger}`;
    const missing = asked.find((id) => !answered.includes(id));
    if (missing !== undefined)
      return `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks: ${missing}`;
  }
  if (choice && choice.type !== 'none' && tools.length === 0)
    return 'tool_choice may only be specified while providing tools';
  if (choice?.type === 'tool' && !tools.some(({ name }) => name === choice.name))
    return `Tool '${choice.name}' not found in provided tools`;
  return null;
}

/** Thinking blocks come back unchanged, and with a budget they precede the calls that are answered. */
function thoughtsComplaint({ messages, thinking }: MessageRequest): string | null {
  for (const [turn, message] of messages.entries()) {
    for (const [place, block] of blocksOf(message).entries()) {
      if (block.type !== 'thinking' || block.signature === signatureOf(block.thinking)) continue;
      return `messages.${turn}.content.${place}: Invalid \`signature\` in \`thinking\` block`;
    }
  }
  const answersTools = blocksOf(messages.at(-1)).some(({ type }) => type === 'tool_result');
  const led = blocksOf(messages.at(-2))[0]?.type;
  if (thinking?.type !== 'enabled' || !answersTools || led === 'thinking' || led === 'redacted_thinking')
    return null;
  return `messages.${messages.length - 2}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${led}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block.`;
}

function olderComplaint(request: MessageRequest): string | null {
  const { thinking, temperature, top_p: topP, top_k: topK, max_tokens: most, tool_choice: choice } = request;
  if (thinking?.type === 'adaptive') return 'adaptive thinking is not supported on this model';
  if (request.output_config?.effort) return 'This model does not support the effort parameter.';
  if (temperature !== undefined && topP !== undefined)
    return '`temperature` and `top_p` cannot both be specified for this model.';
  if (thinking?.type !== 'enabled') return null;
  if (thinking.budget_tokens >= most) return '`max_tokens` must be greater than `thinking.budget_tokens`.';
  if (temperature !== undefined && temperature !== 1)
    return '`temperature` may only be set to 1 when thinking is enabled.';
  if (topK !== undefined) return '`top_k` must be unset when thinking is enabled.';
  return isForced(choice) ? 'Thinking may not be enabled when tool_choice forces tool use.' : null;
}

function newerComplaint(request: MessageRequest): string | null {
  const { thinking, temperature = 1, top_p: topP = 1, top_k: topK, tool_choice: choice } = request;
  if (temperature !== 1) return '`temperature` is deprecated for this model.';
  if (topP < 0.99) return '`top_p` is deprecated for this model.';
  if (topK !== undefined) return '`top_k` is deprecated for this model.';
  if (thinking && thinking.type !== 'adaptive') {
    return `"thinking.type.${thinking.type}" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.`;
  }
  return isForced(choice) ? 'tool_choice: forced tool use is not supported for this model' : null;
}

export function isForced(choice: MessageRequest['tool_choice']): boolean {
  return choice?.type === 'any' || choice?.type === 'tool';
}

export function blocksOf(message: MessageRequest['messages'][number] | undefined): RequestBlock[] {
  if (!message) return [];
  return typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content;
}

function callsOf(message: MessageRequest['messages'][number] | undefined): string[] {
  return blocksOf(message).flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
}

function prefillOf(messages: MessageRequest['messages']): string {
  const last = messages.at(-1);
  const block = last?.role === 'assistant' ? blocksOf(last).at(-1) : undefined;
  return block?.type === 'text' ? block.text : '';
}
