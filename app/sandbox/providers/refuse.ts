import { hangUp, type Exchange } from './http.ts';
import { REFUSALS, type Scenario, type SpokenRefusal } from './scenario.ts';
import { wait } from './wait.ts';

/**
 * Handles everything before the first token on every wire: the scenario's door, its delay, and its refusal.
 * @param send sends a refusal in the wire's own form
 * @returns whether the call was refused, so that nothing more is to be sent
 */
export async function wasRefused(
  exchange: Exchange,
  { door, delay, fault }: Pick<Scenario, 'door' | 'delay' | 'fault'>,
  send: (refusal: SpokenRefusal) => void,
): Promise<boolean> {
  if (door !== null) await exchange.gates.pass(door, exchange.response, 0);
  if (delay > 0) await wait(delay, exchange.response);
  const refusal = REFUSALS.find((name) => name === fault);
  if (!refusal) return false;
  if (refusal === 'refuse') hangUp(exchange);
  else if (refusal !== 'hang') send(refusal);
  return true;
}

/** The retry header of a refusal, if the scenario has one. */
export function retryHeaders({ retry }: Pick<Scenario, 'retry'>): Record<string, string> {
  return retry === null ? {} : { 'retry-after': retry };
}
