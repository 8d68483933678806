import { commonHeaders, type Exchange } from '../http.ts';
import type { Accent } from './accent.ts';
import type { Scenario } from '../scenario.ts';
import { streamEvents, type Piece } from '../speak.ts';
import { chunksOf, type Chunk } from './chunks.ts';
import { errorBody, REFUSAL_ERRORS } from './errors.ts';
import type { Reply } from './reply.ts';
import type { ChatRequest } from './chat-request.ts';

/** Streams a reply as chunks, with the scenario's pace and fault. */
export async function streamReply(
  exchange: Exchange,
  request: ChatRequest,
  reply: Reply,
  scenario: Scenario,
): Promise<void> {
  const { seen, accent } = exchange;
  const toBody = accent?.errorBody ?? errorBody;
  await streamEvents(
    exchange,
    {
      headers: commonHeaders(seen),
      pieces: piecesOf(chunksOf(request, reply, scenario, `chatcmpl-sandbox${seen.number}`), accent),
      end: 'data: [DONE]\n\n',
      broken: 'data: {"id":"chatcmpl-sandbox","choices":[{"delta":{"content":"hal\n\n',
      error: `data: ${JSON.stringify(toBody(REFUSAL_ERRORS['500']('')))}\n\n`,
    },
    scenario,
  );
}

function* piecesOf(chunks: Iterable<Chunk>, accent: Accent | undefined): Generator<Piece> {
  if (accent) yield { event: `data: ${accent.first}\n\n`, tokens: 0, isFrame: true };
  for (const { json, tokens } of chunks) yield { event: `data: ${accented(json, accent)}\n\n`, tokens };
}

/** A chunk with the fields that are added to its choices. */
function accented(json: string, accent: Accent | undefined): string {
  if (!accent) return json;
  const chunk = JSON.parse(json) as { choices: object[] };
  return JSON.stringify({ ...chunk, choices: chunk.choices.map((one) => ({ ...one, ...accent.choice })) });
}
