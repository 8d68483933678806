import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import type { SandboxContext } from '../context.ts';
import { composeReply, textsOf } from '../openai/reply.ts';
import { planAnswer } from '../plan.ts';
import { ScenarioError } from '../scenario.ts';
import { wait } from '../wait.ts';
import { cookieOf } from './conversations.ts';
import { questionAsChat, readQuestion, type Question } from './question.ts';
import { failedOf, recordOf, recordsIn } from './records.ts';
import { sendAnswer, type Call } from './tell.ts';

const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });

/** A socket below /bing: it needs the signature of a conversation, or it is refused. */
export function openHub(
  request: IncomingMessage,
  { socket, head }: { socket: Socket; head: Buffer },
  context: SandboxContext,
): void {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://sandbox');
  const seen = context.recorder.begin('GET', pathname, 'sandbox-bing');
  const key = cookieOf(request.headers.cookie);
  socket.once('close', () => {
    if (seen.answeredAt === null) seen.closedAt = Date.now();
  });
  const isKnown = context.conversations.knows(searchParams.get('sec_access_token') ?? '');
  if (pathname !== '/bing/sydney/ChatHub' || !isKnown) {
    seen.status = isKnown ? 404 : 401;
    socket.end(`HTTP/1.1 ${seen.status} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
    return;
  }
  sockets.handleUpgrade(request, socket, head, (hub) => {
    seen.status = 101;
    serve({ hub, socket, seen, key, gates: context.gates }, context);
  });
}

/** Implements SignalR: a greeting, pings, and one question. */
function serve(call: Call, context: SandboxContext): void {
  const { hub } = call;
  let isGreeted = false;
  let hasQuestion = false;
  hub.on('error', () => hub.terminate());
  hub.on('message', (data: Buffer) => {
    const text = data.toString('utf8');
    const records = recordsIn(text);
    if (records === null) return reject(hub, 'The message is no JSON.');
    for (const record of records) {
      if (!isGreeted) {
        isGreeted = record['protocol'] === 'json' && record['version'] === 1;
        if (!isGreeted) return reject(hub, 'Handshake was canceled.');
        hub.send(recordOf({}));
      } else if (record['type'] === 6) hub.send(recordOf({ type: 6 }));
      else {
        const question = readQuestion(record);
        if (!question || hasQuestion) return reject(hub, 'Connection closed with an error.');
        hasQuestion = true;
        context.recorder.keepBody(call.seen, text, record);
        answer(call, question, context).catch((error: unknown) => {
          console.error(error);
          hub.terminate();
        });
      }
    }
  });
}

function reject(hub: WebSocket, error: string): void {
  hub.send(recordOf({ type: 7, error, allowReconnect: true }));
  hub.close();
}

async function answer(call: Call, question: Question, context: SandboxContext): Promise<void> {
  const { hub, socket, seen, key } = call;
  const { encryptedConversationSignature: signature, conversationId, message } = question;
  if (!context.conversations.isOf(signature, conversationId)) {
    hub.send(failedOf({ value: 'InvalidSession', message: 'The session is not valid.' }));
    return;
  }
  const chat = questionAsChat(question);
  seen.model = chat.model;
  try {
    const plan = planAnswer(
      { model: chat.model, provider: seen.provider, key, ...textsOf(chat) },
      context.memory,
    );
    if (!plan) throw new ScenarioError(chat.model);
    const { scenario } = plan;
    if (scenario.delay > 0) await wait(scenario.delay, socket);
    const [choice] = composeReply(chat, { ...plan, number: seen.number, memory: context.memory }).choices;
    const text = [...(choice?.text ?? []), ...(choice?.refusal ?? [])];
    await sendAnswer(call, { question: message.text, text, scenario });
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    hub.send(failedOf({ value: 'InvalidRequest', message: error.message }));
  }
}
