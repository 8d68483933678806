/**
 * A step of a reply, identified by the data that a process sends on one of its connections: the application
 * has no code for it.
 * @typedef {object} Step
 * @property {string} name
 * @property {'web' | 'worker' | 'sweeper'} process a sweeper is a worker that closes the runs of another one
 * @property {'before' | 'after'} when the bytes leave, or when the other side has answered them
 * @property {RegExp} says content of the bytes
 * @property {RegExp} [inside] earlier statements of the transaction
 * @property {number} [time] the number of the occurrence; the default is the first
 * @property {string} [ends] the required end of a reply whose process died there, if only one end is right:
 *   output that has begun may be continued
 */

const CLAIM = /UPDATE generations FORCE INDEX \(PRIMARY\) SET state = 'running'/;
const PROVIDER = /^POST \/v1\/chat\/completions HTTP/;
const CHECKPOINT =
  /^UPDATE generations FORCE INDEX \(PRIMARY\) SET text = [\s\S]*first_token_at = COALESCE\(first_token_at, '/;
const FIRST_ENTRY = /\{"type":"text"/;
const LAST_ENTRY = /\{"type":"end"/;
/** A transaction ends with its last writes. */
export const COMMIT = /(^|;)COMMIT$/;
const FENCE = /^UPDATE generations FORCE INDEX \(PRIMARY\) SET attempt = attempt \+ 1/;
const SETTLED = /UPDATE generations SET state = CASE [^;]*? THEN 'done' ELSE/;
const CLOSED = /UPDATE generations SET state = CASE [^;]*? THEN 'interrupted' ELSE/;
const ADMITTED = /INSERT INTO generations/;
const ADMITTED_CALL = /INSERT INTO generations[^;]*?VALUES \('[^']*', 'call'/;
const JOB = /run-generation/;

/** Every step at which a process dies once. @type {readonly Step[]} */
export const STEPS = [
  { process: 'worker', when: 'before', name: 'the claim', says: CLAIM },
  { process: 'worker', when: 'after', name: 'the COMMIT of the claim', says: COMMIT, inside: CLAIM },
  { process: 'worker', when: 'before', name: 'the call of the provider', says: PROVIDER },
  { process: 'worker', when: 'after', name: 'the call of the provider', says: PROVIDER },
  { process: 'worker', when: 'before', name: 'the mark of the first token', says: CHECKPOINT },
  { process: 'worker', when: 'after', name: 'the mark of the first token', says: CHECKPOINT },
  { process: 'worker', when: 'before', name: 'the first append to the log', says: FIRST_ENTRY },
  { process: 'worker', when: 'after', name: 'the first append to the log', says: FIRST_ENTRY },
  { process: 'worker', when: 'before', name: 'a checkpoint', says: CHECKPOINT, time: 2 },
  { process: 'worker', when: 'after', name: 'a checkpoint', says: CHECKPOINT, time: 2 },
  { process: 'worker', when: 'before', name: 'the settle', says: SETTLED, ends: 'interrupted' },
  {
    process: 'worker',
    when: 'before',
    name: 'the COMMIT of the settle',
    says: COMMIT,
    inside: SETTLED,
    ends: 'interrupted',
  },
  {
    process: 'worker',
    when: 'after',
    name: 'the COMMIT of the settle',
    says: COMMIT,
    inside: SETTLED,
    ends: 'done',
  },
  { process: 'worker', when: 'before', name: 'the end in the log', says: LAST_ENTRY, ends: 'done' },
  { process: 'worker', when: 'after', name: 'the end in the log', says: LAST_ENTRY, ends: 'done' },
  {
    process: 'worker',
    when: 'before',
    name: 'the word to the tabs',
    says: /"type":"reply-ended"/,
    ends: 'done',
  },

  { process: 'sweeper', when: 'before', name: 'the fence', says: FENCE },
  { process: 'sweeper', when: 'after', name: 'the fence', says: FENCE },
  { process: 'sweeper', when: 'before', name: 'the COMMIT of the closing', says: COMMIT, inside: CLOSED },
  { process: 'sweeper', when: 'after', name: 'the COMMIT of the closing', says: COMMIT, inside: CLOSED },

  {
    process: 'web',
    when: 'before',
    name: 'the COMMIT of the admission',
    says: COMMIT,
    inside: ADMITTED,
    ends: 'done',
  },
  {
    process: 'web',
    when: 'after',
    name: 'the COMMIT of the admission',
    says: COMMIT,
    inside: ADMITTED,
    ends: 'done',
  },
  { process: 'web', when: 'before', name: 'the job', says: JOB, ends: 'done' },
  { process: 'web', when: 'after', name: 'the job', says: JOB, ends: 'done' },
  { process: 'web', when: 'before', name: 'the acknowledgement', says: /"created":true/, ends: 'done' },
  {
    process: 'web',
    when: 'before',
    name: 'the first words to the reader',
    says: /"text":\{"at":/,
    ends: 'done',
  },
  {
    process: 'web',
    when: 'before',
    name: 'the end to the reader',
    says: /"end":\{"type":"end"/,
    ends: 'done',
  },
].map(named);

/**
 * The same for a call of the public API.
 * @type {readonly Step[]}
 */
export const CALL_STEPS = [
  { process: 'web', when: 'before', name: 'the admission of a call', says: ADMITTED_CALL },
  {
    process: 'web',
    when: 'after',
    name: 'the COMMIT of the admission of a call',
    says: COMMIT,
    inside: ADMITTED_CALL,
  },
  { process: 'worker', when: 'before', name: 'the settle of a call', says: SETTLED },
  {
    process: 'worker',
    when: 'after',
    name: 'the COMMIT of the settle of a call',
    says: COMMIT,
    inside: SETTLED,
  },
].map(named);

const BOOKED = /INSERT INTO ledger_entries/;

/** The same for a webhook of a payment service that moves money. @type {readonly Step[]} */
export const WEBHOOK_STEPS = [
  { process: 'web', when: 'before', name: 'the entry of a webhook', says: BOOKED },
  { process: 'web', when: 'before', name: 'the COMMIT of a webhook', says: COMMIT, inside: BOOKED },
  { process: 'web', when: 'after', name: 'the COMMIT of a webhook', says: COMMIT, inside: BOOKED },
].map(named);

const BEGUN = /INSERT INTO top_ups/;
const PAY = /^POST \/v1\/payment_intents HTTP/;
const DONE = /^DELETE FROM follow_ups/;

/** The same for a top-up, whose payment a worker requests. @type {readonly Step[]} */
export const TOP_UP_STEPS = [
  { process: 'worker', when: 'before', name: 'the COMMIT of a top-up', says: COMMIT, inside: BEGUN },
  { process: 'worker', when: 'after', name: 'the COMMIT of a top-up', says: COMMIT, inside: BEGUN },
  { process: 'worker', when: 'before', name: 'the payment of a top-up', says: PAY },
  { process: 'worker', when: 'after', name: 'the payment of a top-up', says: PAY },
  { process: 'worker', when: 'before', name: 'the entry of a top-up', says: BOOKED },
  { process: 'worker', when: 'before', name: 'the COMMIT of its credit', says: COMMIT, inside: BOOKED },
  { process: 'worker', when: 'after', name: 'the COMMIT of its credit', says: COMMIT, inside: BOOKED },
  { process: 'worker', when: 'before', name: 'the end of its job', says: DONE },
].map(named);

/** @param {Step} step */
function named(step) {
  return { ...step, name: `${step.process}: ${step.when} ${step.name}` };
}
