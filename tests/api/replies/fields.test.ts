import { expect, it } from 'vitest';
import { createAccount } from '#tests/factories/create-account.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { hearFinal } from '#tests/fixtures/chat-answer.ts';
import { jsonPost } from '#tests/fixtures/json-post.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useApi } from '#tests/setup/api.ts';

useEngine();
const api = useApi();

/** Section 3 of the specification, word by word. */
const MESSAGE =
  'messageId clientId conversationId parentMessageId responseMessageId overrideParentMessageId bg model title sender text generation isEdited isCreatedByUser error createdAt updatedAt current unfinished submitting searchResult finish_reason plugin plugins cancelled children';
const CONVERSATION =
  'conversationId title user endpoint suggestions messages tools createdAt updatedAt systemMessage modelLabel examples chatGptLabel userLabel model promptPrefix temperature topP topK context top_p frequency_penalty presence_penalty jailbreak jailbreakConversationId conversationSignature parentMessageId clientId invocationId toneStyle maxOutputTokens agentOptions assistant_id thread_id';

const missing = (fields: string, found: object) => fields.split(' ').filter((field) => !(field in found));

it('messages and conversations carry every field of the specification, in every answer', async () => {
  const { userId } = await createAccount({ creditMicro: 10_000_000n });
  const call = api.as(userId);
  const asked = { text: 'Rivers', model: TEST_MODEL, temperature: 0.5 };
  const final = await hearFinal(await call('/api/ask/openAI', jsonPost(asked)));
  const { conversationId } = final.conversation;
  const read = async (path: string) => (await call(path)).json();
  const conversation = await read(`/api/convos/${conversationId}`);
  const all = (await read(`/api/messages/${conversationId}`)) as object[];
  const page = (await read(`/api/messages/${conversationId}?limit=1`)) as object[];
  expect([all.length, page.length]).toEqual([2, 1]);
  for (const message of [...all, ...page, final.requestMessage, final.responseMessage])
    expect(missing(MESSAGE, message)).toEqual([]);
  for (const one of [conversation, final.conversation]) expect(missing(CONVERSATION, one)).toEqual([]);
  // Set values replace the defaults.
  expect(conversation).toMatchObject({ temperature: 0.5, endpoint: 'openAI', tools: [] });
});
