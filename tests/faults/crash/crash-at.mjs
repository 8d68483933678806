// Loaded before the application by `--import`, only in tests: the process kills itself once at the step of
// CRASH_AT. It reads the data on the process's sockets, so that the unmodified production build dies.
import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { endsWithCommitted } from '../commit-answer.mjs';
import { CALL_STEPS, COMMIT, STEPS, TOP_UP_STEPS, WEBHOOK_STEPS } from './steps.mjs';

const steps = [...STEPS, ...CALL_STEPS, ...WEBHOOK_STEPS, ...TOP_UP_STEPS];
const step = steps.find(({ name }) => name === process.env.CRASH_AT);
if (!step) throw new Error(`There is no step "${process.env.CRASH_AT}".`);

const COM_QUERY = 0x03;
const HEADER_BYTES = 4;
const CLAIM = /^UPDATE generations FORCE INDEX \(PRIMARY\) SET state = 'running'/;
const FENCE = /^UPDATE generations FORCE INDEX \(PRIMARY\) SET attempt = attempt \+ 1/;
const GENERATION = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** The statements that each database connection has sent since its transaction began. */
const said = new WeakMap();
/** The generations that this process has claimed last, and all those that it closes for another. */
let claimed = [];
const fenced = new Set();
let times = 0;

const write = Socket.prototype.write;
Socket.prototype.write = function writeOrDie(chunk, ...rest) {
  const hit = isStep(this, toText(chunk));
  if (hit && step.when === 'before') die();
  if (hit) dieAtAnswer(this, step.says === COMMIT ? endsWithCommitted : () => true);
  return write.call(this, chunk, ...rest);
};

/** A statement without its packet, or any other text. */
function toText(chunk) {
  if (typeof chunk === 'string') return chunk;
  const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  return bytes.toString('latin1', bytes[HEADER_BYTES] === COM_QUERY ? HEADER_BYTES + 1 : 0);
}

function isStep(socket, text) {
  const statements = text.split(';');
  const claim = statements.find((statement) => CLAIM.test(statement));
  if (claim) claimed = idsIn(claim);
  if (FENCE.test(text)) for (const id of idsIn(statements[0])) fenced.add(id);
  if (text.startsWith('START TRANSACTION')) said.set(socket, text);
  else if (said.has(socket)) said.set(socket, said.get(socket) + text);
  if (!step.says.test(text) || (step.inside && !step.inside.test(said.get(socket) ?? ''))) return false;
  // Each worker closes the runs of lost ones: the step of a worker concerns its own reply only.
  if (step.process === 'worker' && [...fenced].some((id) => text.includes(id))) return false;
  times += 1;
  return times === (step.time ?? 1);
}

/** The generations that a statement selects. */
function idsIn(statement) {
  return [...new Set(statement.slice(statement.indexOf('WHERE')).match(GENERATION))];
}

/** The other side has done its work, and this process does not know it yet. */
function dieAtAnswer(socket, isAnswer) {
  const push = socket.push;
  socket.push = (bytes, ...rest) => {
    if (bytes !== null && isAnswer(bytes)) die();
    return push.call(socket, bytes, ...rest);
  };
}

function die() {
  const taken = step.process === 'sweeper' ? [...fenced].slice(-1) : claimed;
  writeSync(2, `crashed at ${JSON.stringify({ step: step.name, taken })}\n`);
  process.kill(process.pid, 'SIGKILL');
  // Prevents any further statement.
  for (;;);
}
