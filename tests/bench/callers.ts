import { recordCall } from './record-call.ts';

/** Where a caller's next message goes: under the first reply of a conversation of its own. */
export interface Place {
  token: string;
  conversationId: string;
  replyId: string;
}

const PASSWORD = 'a-long-enough-password';
/** Access tokens last longer than any run of the bench. */
const PEOPLE = 20;

/**
 * People with conversations that have begun. What a message brings along (one short exchange) is then the same in
 * every call, and no titles are asked for while something is measured.
 */
export async function preparePlaces(url: string, count: number): Promise<Place[]> {
  const tokens: string[] = [];
  for (let person = 0; person < PEOPLE; person += 1) tokens.push(await signUp(url, person));
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

async function signUp(url: string, person: number): Promise<string> {
  const email = `person-${person}@example.test`;
  const names = { name: 'A Person', email, password: PASSWORD, confirm_password: PASSWORD };
  await post(`${url}/api/auth/register`, names);
  const login = await post(`${url}/api/auth/login`, { email, password: PASSWORD });
  return ((await login.json()) as { token: string }).token;
}

/** A key for the public API. @returns its value */
export async function makeKey(url: string, token: string): Promise<string> {
  const answer = await post(`${url}/api/api-keys`, { name: 'Bench' }, { authorization: `Bearer ${token}` });
  return ((await answer.json()) as { value: string }).value;
}

async function post(url: string, body: object, more: Record<string, string> = {}): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...more };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response;
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
