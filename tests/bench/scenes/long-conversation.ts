import { LONG } from '../long-conversation.ts';
import { recordCall, type Recording } from '../record-call.ts';
import type { Scene } from '../scene.ts';
import { median } from '../statistics.ts';
import { readTranscript } from '../transcript.ts';

const TOKENS = 5;

/** A conversation of 3,000 messages, for one caller: its page, and a message at its end. */
export const longConversation: Scene = {
  name: 'long',
  rounds: ({ rounds }) => rounds,
  metrics: [
    { key: 'page', label: `${LONG} messages: first byte of the page, ms`, digits: 0 },
    { key: 'send', label: `${LONG} messages: a send is admitted after ms`, digits: 0 },
    { key: 'first', label: '  its first token after ms', digits: 0 },
  ],
  async measure(target, stage, { calls }) {
    const { long } = target;
    if (!long) return {};
    const expected = (await stage.tokensOf(TOKENS)).join('');
    const pages: number[] = [];
    const sends: number[] = [];
    const firsts: number[] = [];
    for (let call = 0; call < calls / 2; call += 1) {
      pages.push(await firstByteOf(long.page));
      const recording = await recordCall(
        long.target.call({ tokens: TOKENS, pace: 0, mark: `long ${call}` }, 0),
      );
      const { growth } = readTranscript(long.target, recording, expected);
      sends.push(firstEventAt(recording) - recording.startedAt);
      firsts.push(growth[0]!.at - recording.startedAt);
    }
    return { page: median(pages), send: median(sends), first: median(firsts) };
  },
};

async function firstByteOf({ url, cookie }: { url: string; cookie: string }): Promise<number> {
  const startedAt = performance.now();
  const answer = await fetch(url, { headers: { cookie }, redirect: 'error' });
  const took = performance.now() - startedAt;
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  await answer.text();
  return took;
}

/** The time of the first event, which is sent when the message is stored. */
function firstEventAt({ pieces }: Recording): number {
  let said = '';
  for (const { at, bytes } of pieces) {
    said += bytes.toString();
    if (said.includes('data: ')) return at;
  }
  throw new Error('An answer had no event');
}
