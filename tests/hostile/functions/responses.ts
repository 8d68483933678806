import { responsesRequest } from '#app/contracts/openai/responses/request.ts';
import { toMessages } from '#app/features/hub-api/responses/chat-messages.ts';
import { callerField } from '#app/features/hub-api/responses/chat-request.ts';
import { generationOfItem, generationOfResponse } from '#app/features/hub-api/responses/item-id.ts';
import { OpenMessage } from '#app/features/hub-api/responses/open-items.ts';
import {
  OpenReasoning,
  packThoughts,
  unpackThoughts,
} from '#app/features/hub-api/responses/reasoning-item.ts';
import { OutputItems } from '#app/features/hub-api/responses/output-items.ts';
import { nameInGroup } from '#app/features/hub-api/responses/tool-groups.ts';
import { jsonOf, piecesOf, type Room } from './reads.ts';

const OPTIONS = { generationId: 'one', isSummarised: false, hasPackedThoughts: true };

export const RESPONSES: Room = {
  'responsesRequest, a text': (text) => responsesRequest.parse({ input: text, instructions: text }),
  'responsesRequest, any field': (text) =>
    responsesRequest.parse({ input: jsonOf(text), tools: jsonOf(text), previous_response_id: text }),
  'unpackThoughts, as it is': (text) => unpackThoughts(text),
  'unpackThoughts, after the mark': (text) => unpackThoughts(packThoughts([]).slice(0, 5) + text),
  callerField: (text) => [callerField(text), callerField(`messages${text}`)],
  nameInGroup: (text) => [nameInGroup(text, text), nameInGroup(`${text}__`, text)],
  generationOfItem,
  generationOfResponse,
  toMessages: (text) =>
    toMessages(
      text,
      piecesOf(text, 8).flatMap((piece) => [
        { type: 'function_call' as const, call_id: 'a', name: 'a', arguments: piece },
        { type: 'reasoning' as const, summary: [{ type: 'summary_text' as const, text: piece }] },
        { type: 'message' as const, role: 'assistant' as const, content: piece },
      ]),
    ),
  'OpenMessage, text and refusals': (text) => {
    const message = new OpenMessage('msg_1', 0);
    for (const piece of piecesOf(text, 32)) message.addText(piece);
    for (const piece of piecesOf(text, 32)) message.addRefusal(piece);
    return message.close(true);
  },
  'OpenReasoning, in pieces': (text) => {
    const reasoning = new OpenReasoning('rs_1', 0, false);
    for (const piece of piecesOf(text, 32)) reasoning.addText(piece);
    return reasoning.close(true);
  },
  'OutputItems, calls in pieces': (text) => {
    const items = new OutputItems(OPTIONS);
    piecesOf(text, 32).forEach((piece, index) =>
      items.add({
        type: 'delta',
        choice: 0,
        delta: {
          tool_calls: [{ index: index % 8, id: 'a', type: 'function', function: { arguments: piece } }],
        },
      }),
    );
    return items.end(true);
  },
};
