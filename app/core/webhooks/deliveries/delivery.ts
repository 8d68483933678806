import type { DeliveryProblem, DeliveryState, DeliveryView } from '#app/contracts/webhooks/endpoint.ts';

/** An event that is sent to an endpoint. */
export interface Delivery {
  id: string;
  endpointId: string;
  userId: string;
  eventId: string;
  type: string;
  /** As it is sent, each time. */
  payload: string;
  state: DeliveryState;
  tries: number;
  /** What the endpoint has last answered, or why it did not. */
  status: number | null;
  problem: DeliveryProblem | null;
  nextAt: Date | null;
  createdAt: Date;
}

export const DELIVERY_COLUMNS = `d.id, d.endpoint_id AS endpointId, d.user_id AS userId, d.event_id AS eventId, d.type,
  d.payload, d.state, d.tries, d.last_status AS status, d.problem, d.next_at AS nextAt, d.created_at AS createdAt`;

/** What the owner of its endpoint may see of it. */
export function viewDelivery(delivery: Delivery): DeliveryView {
  const { id, eventId, type, state, tries, status, problem, nextAt, createdAt } = delivery;
  return {
    id,
    eventId,
    type,
    state,
    tries,
    status,
    problem,
    createdAt: createdAt.toISOString(),
    nextAt: nextAt?.toISOString() ?? null,
  };
}
