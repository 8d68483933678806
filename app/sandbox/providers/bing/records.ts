import type { SpokenRefusal } from '../scenario.ts';

const SEPARATOR = '\u001E';

export function recordOf(value: object): string {
  return JSON.stringify(value) + SEPARATOR;
}

/** The records of a message; null if it contains something else. */
export function recordsIn(message: string): Record<string, unknown>[] | null {
  try {
    const parts = message.split(SEPARATOR).filter((part) => part !== '');
    return parts.map((part) => JSON.parse(part) as Record<string, unknown>);
  } catch {
    return null;
  }
}

const REQUEST_ID = 'q1';

function messageRecord(text: string) {
  return {
    text,
    author: 'bot',
    messageId: 'm1',
    requestId: REQUEST_ID,
    offense: 'None',
    contentOrigin: 'DeepLeo',
    adaptiveCards: [
      { type: 'AdaptiveCard', version: '1.0', body: [{ type: 'TextBlock', text, wrap: true }] },
    ],
  };
}

/** An update: the whole text so far. */
export function updateOf(text: string): string {
  return recordOf({
    type: 1,
    target: 'update',
    arguments: [{ messages: [messageRecord(text)], requestId: REQUEST_ID }],
  });
}

/** Sent while it searches for an answer; not part of the answer. */
export const PROGRESS = recordOf({
  type: 1,
  target: 'update',
  arguments: [
    {
      messages: [{ text: 'Searching', author: 'bot', messageId: 'm0', messageType: 'InternalSearchQuery' }],
      requestId: REQUEST_ID,
    },
  ],
});

const SUGGESTIONS = ['Tell me more', 'Why is that so?', 'What else is there?'];

/** An apology, which follows the text if a filter objects to it. */
const APOLOGY = {
  text: 'Sorry, that is nothing that I talk about.',
  author: 'bot',
  messageId: 'm9',
  contentOrigin: 'Apology',
  offense: 'OffenseTrigger',
};

/** The last record of a turn, with the whole text. */
export function lastOf(question: string, text: string, { isWithheld }: { isWithheld: boolean }): string {
  const marks = [...new Set([...text.matchAll(/\[\^(\d+)\^\]/g)].map(([, number]) => Number(number)))];
  const most = Math.max(0, ...marks);
  const sources = Array.from({ length: most }, (_, place) => ({
    providerDisplayName: `Source ${place + 1}`,
    seeMoreUrl: `https://example.org/${place + 1}`,
    searchQuery: 'what was looked for',
  }));
  const answer = {
    ...messageRecord(text),
    ...(sources.length > 0 && { sourceAttributions: sources }),
    suggestedResponses: SUGGESTIONS.map((one) => ({ text: one, author: 'user' })),
  };
  return recordOf({
    type: 2,
    invocationId: '0',
    item: {
      messages: [
        { text: question, author: 'user', messageId: 'u1' },
        answer,
        ...(isWithheld ? [APOLOGY] : []),
      ],
      firstNewMessageIndex: 1,
      requestId: REQUEST_ID,
      conversationExpiryTime: '2026-12-31T00:00:00Z',
      throttling: { maxNumUserMessagesInConversation: 30, numUserMessagesInConversation: 1 },
      result: { value: 'Success', message: text.slice(0, 80), serviceVersion: '1' },
    },
  });
}

/** A last record without an answer, by the name of its result. */
export function failedOf({ value, message }: Result): string {
  return recordOf({ type: 2, invocationId: '0', item: { messages: [], result: { value, message } } });
}

export const COMPLETION = recordOf({ type: 3, invocationId: '0' });

interface Result {
  value: string;
  message: string;
}

const result = (value: string, message: string): Result => ({ value, message });
const INTERNAL = result('InternalError', 'Something went wrong.');

/** Results by the refusals of the sandbox. The wire has only some of the statuses. */
export const RESULTS: Record<Exclude<SpokenRefusal, 'filter'>, (key: string) => Result> = {
  '400': () => result('InvalidRequest', 'The request is not valid.'),
  // It repeats the cookie, as some services do: the adapter must not pass that on.
  '401': (key) =>
    result('UnauthorizedRequest', `Sorry, you need to login first to access this service: ${key}.`),
  '402': () => INTERNAL,
  '403': () => result('Forbidden', 'You may not use this service.'),
  '404': () => INTERNAL,
  '408': () => INTERNAL,
  '413': () => INTERNAL,
  '429': () => result('Throttled', 'Request is throttled.'),
  '500': () => INTERNAL,
  '502': () => INTERNAL,
  '503': () => INTERNAL,
  '529': () => INTERNAL,
  context: () => INTERNAL,
  quota: () => result('Throttled', 'Request is throttled.'),
};
