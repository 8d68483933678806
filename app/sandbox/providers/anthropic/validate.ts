import { invalidRequest, type WireError } from './errors.ts';
import { messageRequest, type MessageRequest } from './message-request.ts';
import { complaintAbout } from './rules.ts';

/**
 * Parses a body as strictly as Anthropic does.
 * @returns the request, or Anthropic's error
 */
export function readMessageRequest(body: unknown): MessageRequest | WireError {
  const result = messageRequest.safeParse(body);
  if (result.success) {
    const complaint = complaintAbout(result.data);
    return complaint === null ? result.data : invalidRequest(complaint);
  }
  const issue = result.error.issues[0];
  const extra = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const path = [...(issue?.path ?? []), ...extra].map(String).join('.');
  const words = extra.length > 0 ? 'Extra inputs are not permitted' : (issue?.message ?? 'invalid');
  return invalidRequest(path ? `${path}: ${words}` : words);
}
