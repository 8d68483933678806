import type { ListedModel } from '#app/contracts/catalogue/listing.ts';
import { normaliseEmail } from '#app/core/accounts/user.ts';
import { hashKeyValue, isKeyValue, maskedValue, prefixOf } from '#app/core/api-keys/key-value.ts';
import type { CatalogueEntry, Snapshot } from '#app/core/catalogue/entry.ts';
import { readPriceList } from '#app/core/catalogue/import/list-formats.ts';
import { toPico } from '#app/core/catalogue/import/price-list.ts';
import { selectModels } from '#app/core/catalogue/listing-selection.ts';
import { fullIds, nearIds, nearNames } from '#app/core/catalogue/model-names.ts';
import { countTokens, sliceText } from '#app/core/catalogue/tokens/count-tokens.ts';
import { tokenFactor } from '#app/core/catalogue/tokens/estimate-tokens.ts';
import { imageSize } from '#app/core/catalogue/tokens/image-tokens.ts';
import { spreadText } from '#app/core/catalogue/tokens/max-tokens.ts';
import { fitSuggestions } from '#app/core/conversations/messages/reply.ts';
import { assertTextLength } from '#app/core/conversations/messages/stored-messages.ts';
import { titleWords } from '#app/core/conversations/title-words.ts';
import { closeFence } from '#app/core/exports/conversation-text.ts';
import { cleanName } from '#app/core/files/new-file.ts';
import type { Generation } from '#app/core/generation/record/row.ts';
import { splitText } from '#app/core/generation/run/provider-call.ts';
import {
  continuesDirectly,
  hasOpenFence,
  Join,
  overlapOf,
} from '#app/core/generation/run/continuation/join.ts';
import { longest } from '#app/core/generation/stream/log.ts';
import { RunningReply } from '#app/core/generation/stream/running-reply.ts';
import { hashIdempotencyKey } from '#app/core/idempotency/idempotent-call.ts';
import { isLoopback } from '#app/core/platform/addresses/app-url.ts';
import {
  isLoopbackAddress,
  isLoopbackName,
  isPublicHost,
  objectionToAddress,
} from '#app/core/platform/addresses/hosts.ts';
import { csvLines } from '#app/core/platform/csv.ts';
import { isId } from '#app/core/platform/ids.ts';
import { errorFacts, withoutSecrets } from '#app/core/platform/log-facts.ts';
import { isAway, isBlocked, isPassing } from '#app/core/platform/passing-error.ts';
import { countedAddress, keyed } from '#app/core/platform/throttle.ts';
import { cleanTitle } from '#app/core/targets/title.ts';
import { continuationOf } from '#app/core/tasks/chat/continuation.ts';
import { soundSeconds, weighMedia } from '#app/core/tasks/chat/media-weight.ts';
import { assertAllowed } from '#app/core/webhooks/endpoint-creation.ts';
import { isAllowedAddress } from '#app/core/webhooks/endpoint.ts';
import { errorOf, jsonOf, piecesOf, type Room } from './reads.ts';

const model = { id: 'maker/model', maker: 'maker', name: 'Model', shutdownOn: null } as CatalogueEntry;
const listed = { ...model, makerName: 'Maker', description: null } as unknown as ListedModel;
const snapshot = {
  models: new Map([[model.id, model]]),
  aliases: new Map(),
  callable: new Map([[model.id, []]]),
} as unknown as Snapshot;

const partOf = (part: object) =>
  [{ role: 'user', content: [part] }] as unknown as Parameters<typeof weighMedia>[0];

export const CORE: Room = {
  normaliseEmail,
  isKeyValue,
  hashKeyValue,
  prefixOf,
  maskedValue,
  countTokens: (text) => countTokens(text, 'o200k'),
  'countTokens, cl100k': (text) => countTokens(text, 'cl100k'),
  tokenFactor: (text) => tokenFactor(text, 'qwen'),
  spreadText: (text) => spreadText(text, { letters: 0, others: 0 }),
  sliceText: (text) => [...sliceText(text)],
  nearNames: (text) => nearNames(snapshot, text),
  nearIds: (text) => nearIds([model], text),
  selectModels: (text) =>
    selectModels([listed, { ...listed, description: text }], { search: text, filter: [], sort: [] }),
  fullIds: (text) => fullIds(snapshot, text),
  cleanName,
  toPico: (text) => toPico(text, 12),
  readPriceList: (text) => readPriceList(text, null),
  imageSize,
  'imageSize, a JPEG': (text) => imageSize(`/9j/${text}`),
  soundSeconds,
  'soundSeconds, a WAV': (text) => soundSeconds(`UklGR${text}`),
  'weighMedia, a picture': (text) => weighMedia(partOf({ type: 'image_url', image_url: { url: text } })),
  'weighMedia, a file': (text) => weighMedia(partOf({ type: 'file', file: { file_data: `data:${text}` } })),
  closeFence,
  'csvLines, guarded': (text) => csvLines([[text, text]], { guardsFormulas: true }),
  titleWords,
  fitSuggestions: (text) => fitSuggestions([text, ...piecesOf(text, 32)]),
  cleanTitle,
  assertTextLength,
  'RunningReply, in pieces': (text) => {
    const reply = new RunningReply({ attempt: 1, prefixText: text.slice(0, 9) } as Generation);
    for (const piece of piecesOf(text, 16)) {
      reply.addThinking(piece);
      reply.addText(piece);
      reply.takeEntries();
      reply.published = reply.entries.length;
    }
    return reply.size;
  },
  overlapOf: (text) => [
    overlapOf(text, text),
    overlapOf(text, text.slice(9)),
    overlapOf(text.slice(9), text),
  ],
  hasOpenFence,
  longest: (text) => longest(text, text.slice(9)),
  goesOnDirectly: (text) =>
    [true, false].map((isJson) => continuesDirectly({ text, tail: text.slice(-50), isJson }, text)),
  'Join, in pieces': (text) => {
    const whole = { text, tail: text.slice(-50), isJson: false };
    return [text, `${text.slice(1)}x`, `Sure:\n${text}`].map((next) => {
      const join = new Join(whole);
      return [...piecesOf(next, 16).map((piece) => join.push(piece)), join.end()];
    });
  },
  continuationOf: (text) => continuationOf({ messages: [], options: {}, cap: null, isFirst: true }, text),
  cut: (text) => [...splitText(text)],
  hashIdempotencyKey,
  isLoopback,
  isLoopbackName,
  isLoopbackAddress,
  isPublicHost,
  isAllowedAddress: (text) => isAllowedAddress(`https://${text}`),
  assertAllowed: (text) => assertAllowed(`https://hub.example/${text}`),
  objectionToAddress: (text) => [text, `https://${text}`].map(objectionToAddress),
  isId,
  isPassing: (text) => isPassing(errorOf(text)),
  isAway: (text) => isAway(errorOf(text)),
  isBlocked: (text) => isBlocked(errorOf(text)),
  keyed,
  countedAddress,
  errorFacts: (text) => errorFacts(errorOf(text)),
  withoutSecrets: (text) => withoutSecrets({ text, in: jsonOf(text) }),
};
