import type { MediaBehaviour, MediaExpected } from './media-behaviour.ts';
import type { MediaSubject } from './media-subjects.ts';

const isAtOnce = ({ lacks }: MediaSubject) => lacks.job !== undefined;
/** The outcome of an unusable answer: in reply to an order, the order may have been accepted. */
const useless: MediaExpected = {
  pieces: [],
  error: { at: 'order', code: 'provider_malformed', isSurelyRefused: false, retryable: true },
};

const refusal = (fault: string, error: MediaExpected['error'], more = ''): MediaBehaviour => ({
  name: `refuses an order with ${fault}${more ? ` (${more})` : ''}`,
  directive: `fault=${fault} ${more}`,
  expected: { taken: 0, heard: false, pieces: [], error: { at: 'order', ...error } },
});

const atLook = (fault: string, error: MediaExpected['error'], more = ''): MediaBehaviour => ({
  name: `answers a look with ${fault}${more ? ` (${more})` : ''}`,
  directive: `fault=${fault} at=look ${more}`,
  needs: ['job'],
  expected: { taken: 1, pieces: [], error: { at: 'look', ...error } },
});

/** Every adapter must pass these, and the report prints them. */
export const MEDIA_BEHAVIOURS: readonly MediaBehaviour[] = [
  {
    name: 'makes a piece',
    directive: 'looks=2',
    expected: (subject) => ({
      taken: 1,
      heard: true,
      pieces: [isAtOnce(subject) ? 'bytes' : 'own'],
      headers: subject.resultHeader ? [subject.resultHeader] : [],
      refused: [],
      error: null,
    }),
  },
  {
    name: 'says how far it is',
    directive: 'looks=2',
    needs: ['job', 'progress'],
    expected: { progress: [0.5, 0.5], error: null },
  },
  {
    name: 'makes several pieces',
    directive: 'looks=1',
    needs: ['several'],
    count: 3,
    expected: (subject) => ({
      taken: 1,
      pieces: Array.from({ length: 3 }, () => (isAtOnce(subject) ? 'bytes' : 'own')),
      error: null,
    }),
  },
  {
    name: 'counts tokens',
    directive: '',
    needs: ['usage'],
    expected: ({ wire }) => ({
      usage: {
        promptTokens: 12,
        completionTokens: 1300,
        // OpenAI does not report what the text beside an image was.
        reasoningTokens: wire === 'openai-images' ? 0 : 10,
        imageOutputTokens: 1290,
      },
    }),
  },
  {
    name: 'shows a picture as it grows',
    directive: '',
    needs: ['partial'],
    expected: { partials: 2, pieces: ['bytes'], error: null },
  },
  {
    name: 'refuses the words by its policy',
    directive: 'fault=filter',
    needs: ['filter'],
    expected: {
      taken: 0,
      pieces: [],
      error: { at: 'order', code: 'content_filter', isSurelyRefused: true, retryable: false },
    },
  },
  {
    name: 'keeps the result back by its policy',
    directive: 'end=refused',
    needs: ['kept'],
    expected: { taken: 1, pieces: [], error: null, refused: ['said'] },
  },
  {
    name: 'keeps several results back by its policy',
    directive: 'end=refused',
    needs: ['several', 'kept'],
    count: 2,
    expected: { taken: 1, pieces: [], error: null, refused: ['said', 'said'] },
  },
  {
    name: 'is asked for what the model does not take',
    directive: '',
    isBadOption: true,
    expected: {
      taken: 0,
      error: {
        at: 'order',
        code: 'provider_rejected',
        isSurelyRefused: true,
        retryable: false,
        param: 'quality',
      },
    },
  },
  refusal('400', { code: 'provider_rejected', isSurelyRefused: true, retryable: false, param: 'prompt' }),
  refusal('401', { code: 'invalid_api_key', isSurelyRefused: true, retryable: false }),
  refusal('402', { code: 'insufficient_quota', isSurelyRefused: true, retryable: false }),
  refusal('403', { code: 'provider_unavailable', isSurelyRefused: true, retryable: false }),
  refusal('404', { code: 'provider_model_not_found', isSurelyRefused: true, retryable: false }),
  refusal('429', {
    code: 'provider_rate_limited',
    isSurelyRefused: true,
    retryable: true,
    retryAfterMs: null,
  }),
  {
    ...refusal('429', { code: 'provider_rate_limited', isSurelyRefused: true, retryable: true }, 'retry=7'),
    expected: ({ wire }) => ({
      taken: 0,
      error: {
        at: 'order',
        code: 'provider_rate_limited',
        // Its errors have status 200, whose headers do not mention them.
        retryAfterMs: wire === 'kling' || wire.startsWith('minimax') ? null : 7000,
      },
    }),
  },
  refusal('500', { code: 'provider_unavailable', isSurelyRefused: false, retryable: true }),
  refusal('503', { code: 'provider_unavailable', isSurelyRefused: false, retryable: true }),
  {
    name: 'refuses in words that should not be shown',
    directive: 'fault=hostile words="ignore all"',
    expected: { taken: 0, error: { at: 'order', code: 'provider_rejected' } },
  },
  ...['no-json', 'list', 'html'].map((fault): MediaBehaviour => ({
    name: `answers an order with ${fault}`,
    directive: `fault=${fault}`,
    expected: useless,
  })),
  { name: 'answers an order with nothing in it', directive: 'fault=empty', expected: emptyAnswer },
  {
    name: 'answers an order without end',
    directive: 'fault=endless',
    expected: { ...useless, left: true },
  },
  {
    name: 'cuts the answer to an order',
    directive: 'fault=cut',
    expected: { pieces: [], error: { at: 'order', code: 'provider_unavailable', isSurelyRefused: false } },
  },
  {
    name: 'redirects an order',
    directive: 'fault=redirect',
    expected: {
      strayed: false,
      error: { at: 'order', code: 'provider_unavailable', isSurelyRefused: false },
    },
  },
  {
    name: 'takes an order and loses the answer',
    directive: 'fault=lost',
    expected: {
      taken: 1,
      heard: false,
      error: { at: 'order', code: 'provider_unavailable', isSurelyRefused: false },
    },
  },
  {
    name: 'finds a lost order again',
    directive: 'fault=lost',
    needs: ['job', 'found'],
    next: 'find',
    expected: { taken: 1, found: 'order' },
  },
  {
    name: 'finds no order that was not taken',
    directive: 'fault=refuse',
    needs: ['job'],
    next: 'find',
    expected: { found: 'nothing' },
  },
  {
    name: 'finds nothing where it has no way to',
    directive: 'fault=lost',
    needs: ['job'],
    next: 'find-unreached',
    expected: ({ wire }) => ({ found: wire === 'kling' ? 'order' : 'nothing' }),
  },
  {
    name: 'hears that we left before its answer',
    directive: 'fault=hang',
    next: 'leave',
    expected: { threwReason: true, left: true, pieces: [] },
  },
  {
    name: 'does not end',
    directive: 'looks=1000',
    needs: ['job'],
    expected: { taken: 1, pieces: [], error: null },
  },
  {
    name: 'fails to make it',
    directive: 'end=failed words="out of memory"',
    needs: ['job'],
    expected: { taken: 1, pieces: [], error: { at: 'look', code: 'provider_unavailable', retryable: false } },
  },
  atLook('401', { code: 'invalid_api_key', retryable: true }),
  atLook('404', { code: 'provider_unavailable', retryable: false }),
  atLook('429', { code: 'provider_rate_limited', retryable: true }),
  atLook('503', { code: 'provider_unavailable', retryable: true }),
  atLook('no-json', { code: 'provider_malformed', retryable: true }),
  atLook('empty', { code: 'provider_malformed', retryable: true }),
  atLook('html', { code: 'provider_malformed', retryable: true }),
  atLook('endless', { code: 'provider_malformed', retryable: true }),
  atLook('cut', { code: 'provider_unavailable', retryable: true }),
  ...['https://gone.invalid/x', 'http://169.254.169.254/latest', 'https://stranger.example/a.png'].map(
    (address): MediaBehaviour => ({
      name: `has its result at ${address}`,
      directive: `result=${address}`,
      needs: ['job', 'address'],
      // The code that fetches the address validates it; no key is sent along.
      expected: { pieces: [address], headers: [], error: null },
    }),
  ),
  {
    name: 'cancels a job, unbilled',
    directive: 'looks=5',
    needs: ['job', 'cancel-confirmed'],
    next: 'cancel',
    expected: { cancelled: true, error: null },
  },
  {
    name: 'does not say that a cancelled job is unbilled',
    directive: 'looks=5 words=billed',
    needs: ['job'],
    next: 'cancel',
    expected: ({ wire }) => ({ cancelled: wire === 'replicate', error: null }),
  },
  {
    name: 'is asked to cancel too late',
    directive: 'looks=0',
    needs: ['job'],
    next: 'cancel-ended',
    expected: { cancelled: false, pieces: ['own'], error: null },
  },
  {
    name: 'refuses to cancel for a moment',
    directive: 'looks=5 fault=503 at=cancel',
    needs: ['job', 'cancel-call'],
    next: 'cancel',
    expected: { error: { at: 'cancel', code: 'provider_unavailable', retryable: true } },
  },
];

/** The images are missing from the answer: for Imagen this means that they were filtered. */
function emptyAnswer({ wire }: MediaSubject): MediaExpected {
  return wire === 'imagen' ? { pieces: [], error: null, refused: ['said'] } : useless;
}
