import { signUp } from '#tests/fixtures/sign-up.ts';
import { recordCall } from './record-call.ts';

/** The position of a caller's next message: after the first reply of a conversation of its own. */
export interface Place {
  token: string;
  conversationId: string;
  replyId: string;
}

/** Access tokens last longer than any run of the bench. */
const PEOPLE = 20;

/**
 * Users with conversations that have begun. The context of a message (one short exchange) is then the same in
 * every call, and no titles are requested during a measurement.
 */
export async function preparePlaces(url: string, count: number): Promise<Place[]> {
  const tokens: string[] = [];
  for (let person = 0; person < PEOPLE; person += 1)
    tokens.push(await signUp(url, `person-${person}@example.test`));
  const places: Place[] = [];
  let next = 0;
  const begin = async () => {
    while (next < count) {
      const slot = next;
      next += 1;
      places[slot] = await beginConversation(url, tokens[slot % PEOPLE]!);
    }
  };
  await Promise.all(tokens.map(begin));
  return places;
}

async function beginConversation(url: string, token: string): Promise<Place> {
  const text = 'Good morning. [[sandbox: text="Good morning!" pace=0]]';
  const { pieces } = await recordCall({
    url: new URL('/api/ask/openAI', url),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ text, model: 'sandbox/small' }),
  });
  const said = Buffer.concat(pieces.map(({ bytes }) => bytes)).toString();
  const final = /^data: (\{"final":true.*)$/m.exec(said)?.[1];
  if (!final) throw new Error(`A conversation did not begin: ${said.slice(-400)}`);
  const { conversation, responseMessage } = JSON.parse(final) as {
    conversation: { conversationId: string };
    responseMessage: { messageId: string };
  };
  return { token, conversationId: conversation.conversationId, replyId: responseMessage.messageId };
}
