import { chatRequest, type ChatRequest } from './chat-request.ts';
import { check } from './check.ts';
import type { WireError } from './errors.ts';
import { complaintAbout } from './rules.ts';

/** Checks a body as OpenAI does, or says what is wrong with it in OpenAI's words. */
export function readChatRequest(body: unknown): ChatRequest | WireError {
  const read = check(chatRequest, body);
  return 'status' in read ? read : (complaintAbout(read) ?? read);
}
