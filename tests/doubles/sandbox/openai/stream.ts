import { commonHeaders, type Exchange } from '../http.ts';
import type { Scenario } from '../scenario.ts';
import { speak, type Piece } from '../speak.ts';
import { chunksOf, type Chunk } from './chunks.ts';
import { errorBody, REFUSAL_ERRORS } from './errors.ts';
import type { Reply } from './reply.ts';
import type { ChatRequest } from './chat-request.ts';

/** Speaks a reply as chunks, at the scenario's pace and with its fault. */
export async function streamReply(
  exchange: Exchange,
  request: ChatRequest,
  reply: Reply,
  scenario: Scenario,
): Promise<void> {
  const { seen } = exchange;
  await speak(
    exchange,
    {
      headers: commonHeaders(seen),
      pieces: piecesOf(chunksOf(request, reply, scenario, `chatcmpl-sandbox${seen.number}`)),
      end: 'data: [DONE]\n\n',
      broken: 'data: {"id":"chatcmpl-sandbox","choices":[{"delta":{"content":"hal\n\n',
      error: `data: ${JSON.stringify(errorBody(REFUSAL_ERRORS['500']('')))}\n\n`,
    },
    scenario,
  );
}

function* piecesOf(chunks: Iterable<Chunk>): Generator<Piece> {
  for (const { json, tokens } of chunks) yield { event: `data: ${json}\n\n`, tokens };
}
