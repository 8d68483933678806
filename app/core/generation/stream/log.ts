import { deltaText } from '#app/contracts/completion.ts';
import type { LogEntry, NumberedEvent } from '#app/contracts/generation.ts';
import { REDIS_NOW } from '#app/core/platform/redis.ts';
import { atKey, streamScript, tagOf } from '#app/core/platform/stream-redis.ts';

/** Keys of one reply: its events, the newest attempt that wrote, and the web processes that listen. */
const logKey = (id: string) => `${tagOf(id)}reply:${id}:log`;

const fenceKey = (id: string) => `${tagOf(id)}reply:${id}:fence`;

export const readersKey = (id: string) => `${tagOf(id)}reply:${id}:readers`;

/** New entries of one reply's log. `first` is the number of the first of them; entries are JSON. */
export interface LogAppend {
  generationId: string;
  attempt: number;
  first: number;
  entries: string[];
  /** Milliseconds until the log expires; null leaves the expiry unchanged. */
  ttlMs: number | null;
}

/**
 * Appends to many logs and notifies the listening web processes in one script, so that no process can receive
 * an event that is not in the log. A log returns -1 to an older attempt (a worker that woke up after its
 * lease) and its length otherwise; a length other than the writer expects means that Redis lost the log. A
 * message to a web process consists of lines of `generation number entry`.
 */
const APPEND = streamScript(`${REDIS_NOW}
local logs, at, answers, fences, messages = #KEYS / 3, 1, {}, {}, {}
for k = 1, logs do fences[k] = KEYS[k + logs] end
fences = redis.call('MGET', unpack(fences))
for k = 1, logs do
  local id, attempt, first, count = ARGV[at], tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3])
  local ttl = ARGV[at + 4]
  at = at + 5
  if tonumber(fences[k] or '0') > attempt then
    answers[k] = -1
  else
    local length = redis.call('RPUSH', KEYS[k], unpack(ARGV, at, at + count - 1))
    answers[k] = length
    if length ~= first - 1 + count then
      redis.call('LTRIM', KEYS[k], 0, -1 - count)
      answers[k] = length - count
    else
      if ttl ~= '' then
        redis.call('PEXPIRE', KEYS[k], ttl)
        redis.call('SET', KEYS[k + logs], attempt, 'PX', ttl)
      end
      for _, channel in ipairs(redis.call('ZRANGEBYSCORE', KEYS[k + 2 * logs], now, '+inf')) do
        local lines = messages[channel] or {}
        messages[channel] = lines
        for n = 0, count - 1 do lines[#lines + 1] = id .. ' ' .. (first + n) .. ' ' .. ARGV[at + n] end
      end
    end
  end
  at = at + count
end
for channel, lines in pairs(messages) do redis.call('PUBLISH', channel, table.concat(lines, '\\n')) end
return answers`);

/** Rewrites a whole log after Redis came back empty. Returns -1 to an older attempt, else the length. */
const REWRITE = streamScript(`
if tonumber(redis.call('GET', KEYS[2]) or '0') > tonumber(ARGV[1]) then return -1 end
redis.call('DEL', KEYS[1])
for n = 3, #ARGV do redis.call('RPUSH', KEYS[1], ARGV[n]) end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2])
return #ARGV - 2`);

/** Fences off every attempt below the given one, then returns the entries of the log. */
const FENCE = streamScript(`
if tonumber(redis.call('GET', KEYS[2]) or '0') < tonumber(ARGV[1]) then redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2]) end
return redis.call('LRANGE', KEYS[1], 0, -1)`);

/**
 * Max logs in one script call: Lua can unpack only so many keys at once, and Redis serves no other client
 * meanwhile.
 */
const MAX_LOGS = 1000;

/**
 * Appends to many logs at once.
 * @param appends of generations with the same tag (`tagOf`)
 * @returns for each log -1 (an older attempt was refused) or its length
 * @throws when their Redis is away or full
 */
export async function appendToLogs(appends: LogAppend[]): Promise<number[]> {
  const batches: Promise<unknown>[] = [];
  for (let at = 0; at < appends.length; at += MAX_LOGS)
    batches.push(append(appends.slice(at, at + MAX_LOGS)));
  return ((await Promise.all(batches)) as number[][]).flat();
}

function append(appends: LogAppend[]): Promise<unknown> {
  const logs: string[] = [];
  const fences: string[] = [];
  const readers: string[] = [];
  const args: string[] = [];
  for (const { generationId, attempt, first, entries, ttlMs } of appends) {
    logs.push(logKey(generationId));
    fences.push(fenceKey(generationId));
    readers.push(readersKey(generationId));
    args.push(generationId, String(attempt), String(first), String(entries.length), String(ttlMs ?? ''));
    for (const entry of entries) args.push(entry);
  }
  return APPEND([...logs, ...fences, ...readers], args);
}

interface LogRewrite extends Omit<LogAppend, 'first'> {
  ttlMs: number;
}

/** @returns -1 when a newer attempt owns the log, else its length. */
export async function rewriteLog(append: LogRewrite): Promise<number> {
  const keys = [logKey(append.generationId), fenceKey(append.generationId)];
  return (await REWRITE(keys, [String(append.attempt), String(append.ttlMs), ...append.entries])) as number;
}

/** Fences off every attempt below `attempt` and reads the log. */
export async function fenceLog(generationId: string, attempt: number, ttlMs: number): Promise<LogEntry[]> {
  const keys = [logKey(generationId), fenceKey(generationId)];
  const entries = (await FENCE(keys, [String(attempt), String(ttlMs)])) as string[];
  return entries.map((entry) => JSON.parse(entry) as LogEntry);
}

/** A page of a log ends with the entry that exceeds this many bytes: vectors take many megabytes. */
const PAGE_BYTES = 512 * 1024;

/** Milliseconds that a log stays readable after each page that is not the last, even beyond its expiry. */
const PAGE_MS = 10_000;

/** Returns the length of the log, followed by the entries from an index on, up to one page. */
const READ = streamScript(`
local at, room, page = tonumber(ARGV[1]), tonumber(ARGV[2]), { redis.call('LLEN', KEYS[1]) }
while room > 0 and at < page[1] do
  local some = redis.call('LRANGE', KEYS[1], at, at + 31)
  for _, entry in ipairs(some) do
    page[#page + 1] = entry
    room = room - #entry
  end
  at = at + #some
end
if at < page[1] and redis.call('PTTL', KEYS[1]) < tonumber(ARGV[3]) then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
return page`);

/** A page of a log, in order. */
export interface LogPage {
  events: NumberedEvent<LogEntry>[];
  /** Another page follows. */
  hasMore: boolean;
}

/** Reads the events with numbers above `after`, up to one page. */
export async function readLog(generationId: string, after: number): Promise<LogPage> {
  const answer = await READ([logKey(generationId)], [String(after), String(PAGE_BYTES), String(PAGE_MS)]);
  const [length, ...entries] = answer as [number, ...string[]];
  return {
    events: entries.map((entry, index) => ({
      number: after + 1 + index,
      event: JSON.parse(entry) as LogEntry,
    })),
    hasMore: length > after + entries.length,
  };
}

/** Number of events in the log. */
export async function logLength(generationId: string): Promise<number> {
  const key = logKey(generationId);
  return atKey(key, (client) => client.lLen(key));
}

/** Joins the output in the entries of a log: text, reasoning and non-text output. */
export function joinOutput(entries: readonly LogEntry[]): Record<'text' | 'thinking' | 'asides', string> {
  const output = { text: '', thinking: '', asides: '' };
  for (const entry of entries) {
    if (entry.type === 'text' || entry.type === 'thinking') output[entry.type] += entry.text;
    else if (entry.type === 'delta') output.asides += deltaText(entry.delta);
  }
  return output;
}

/** Returns the longest text: log and row hold the same text up to different points. */
export function longest(...texts: string[]): string {
  return texts.reduce((longer, text) => (text.length > longer.length ? text : longer), '');
}
