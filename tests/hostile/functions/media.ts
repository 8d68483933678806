import { pollingUrl, readBflWebhook } from '#app/core/providers/bfl/index.ts';
import { fromJobId } from '#app/core/providers/fal/index.ts';
import { readFalWebhook } from '#app/core/providers/fal/webhook.ts';
import { operationName } from '#app/core/providers/google/media/videos.ts';
import { imageUsage } from '#app/core/providers/openai/images/index.ts';
import { parseComplaint, readComplaint } from '#app/core/providers/media/shared/complaint.ts';
import { failedJob } from '#app/core/providers/media/shared/failure.ts';
import {
  doneOf,
  inside,
  validJobId,
  listOf,
  pieceAt,
  pieceOf,
  refusedPieces,
} from '#app/core/providers/media/shared/pieces.ts';
import { isFresh, jobIn, jobNamed, objectIn, readKeySet } from '#app/core/providers/media/shared/webhooks.ts';
import { readMinimaxWebhook } from '#app/core/providers/minimax/index.ts';
import { readReplicateWebhook } from '#app/core/providers/replicate/index.ts';
import { tokenCount } from '#app/core/providers/shared/usage.ts';
import { isWebhookToken } from '#app/core/tasks/media/webhook-address.ts';
import { MEDIA_PARSERS, mediaFixture } from '#tests/fuzz/media-parsers.ts';
import { jsonOf, type Reads, type Room } from './reads.ts';

const secrets = ['sk-secret'];

/** Replaces each text of a recorded answer, and each list, in turn by the untrusted text. */
function spread(json: unknown, text: string): unknown {
  if (Array.isArray(json)) return json.map((one) => spread(one, text));
  if (typeof json !== 'object' || json === null) return json;
  const isState = (name: string) => /status|state|reason|done|code$/i.test(name);
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [
      name,
      typeof value === 'string' && !isState(name) ? text : spread(value, text),
    ]),
  );
}

/** The parsers of a wire, with an untrusted text in the recordings, and as the whole answer. */
const readers = Object.fromEntries(
  Object.entries(MEDIA_PARSERS).map(([name, { read, fixtures }]): [string, Reads] => {
    const recorded = fixtures.map((fixture): unknown => JSON.parse(mediaFixture(fixture)));
    const attempt = (json: unknown) => {
      try {
        return read(json);
      } catch {
        return null;
      }
    };
    return [
      `media, ${name}`,
      (text) => [...recorded.map((json) => attempt(spread(json, text))), attempt(jsonOf(text))],
    ];
  }),
);

const webhook = (headers: Record<string, string>, body: string) => ({
  headers: new Headers(headers),
  body: Buffer.from(body),
});
/** The longest possible header value, as cut by the server. */
const asHeader = (text: string) => encodeURIComponent(Buffer.from(text.slice(0, 16_384)).toString());

export const MEDIA: Room = {
  ...readers,
  parseComplaint,
  readComplaint: (text) => [
    readComplaint({ detail: [{ loc: ['body', text], msg: text }] }),
    readComplaint({ errors: [text] }),
    readComplaint(jsonOf(text)),
  ],
  failedJob: (text) => failedJob(text, secrets),
  pollingUrl: (text) => pollingUrl(`https://api.bfl.ai/${text}`, text, 'https://api.bfl.ai/v1'),
  fromJobId,
  operationName,
  jobName: validJobId,
  imageUsage: (text) => imageUsage(jsonOf(text)),
  tokenCount,
  pieceAt: (text) => pieceAt(0, text, text),
  pieceOf: (text) => pieceOf(0, text, text),
  refusedPieces: (text) => refusedPieces(2, text, secrets),
  'inside, listOf, doneOf': (text) => [inside(jsonOf(text), 'a'), listOf(jsonOf(text)), doneOf(jsonOf(text))],
  readBflWebhook: (text) => readBflWebhook(webhook({ 'x-bfl-signature': asHeader(text) }, text), 'secret'),
  readReplicateWebhook: (text) => {
    const headers = {
      'webhook-id': 'w1',
      'webhook-timestamp': '1',
      'webhook-signature': `v1,${asHeader(text).replaceAll('%20', ' ')}`,
    };
    return readReplicateWebhook(webhook(headers, text), 'whsec_c2VjcmV0', 1000);
  },
  readFalWebhook: (text) => readFalWebhook(webhook({ 'x-fal-webhook-signature': asHeader(text) }, text), []),
  readKeySet: (text) => readKeySet({ keys: [jsonOf(text), { kty: 'OKP', crv: 'Ed25519', x: text }] }),
  isWebhookToken: (text) => isWebhookToken({ provider: 'fal', generationId: '1' }, text),
  isFresh: (text) => isFresh(text, 0),
  'jobIn, jobNamed, objectIn': (text) => [
    jobIn(Buffer.from(text), 'id'),
    jobNamed(text),
    objectIn(Buffer.from(text)),
  ],
  readMinimaxWebhook: (text) => [
    readMinimaxWebhook(webhook({}, text)),
    readMinimaxWebhook(webhook({}, JSON.stringify({ challenge: text, task: { id: text } }))),
  ],
};
