import { chatRequest, type ChatRequest } from './chat-request.ts';
import { check } from './check.ts';
import type { WireError } from './errors.ts';
import { complaintAbout } from './rules.ts';

/**
 * Parses a body as strictly as OpenAI does.
 * @returns the request, or OpenAI's error
 */
export function readChatRequest(body: unknown): ChatRequest | WireError {
  const read = check(chatRequest, body);
  return 'status' in read ? read : (complaintAbout(read) ?? read);
}
