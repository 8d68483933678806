/** The kind of answer that the client requests. */
export type Delivery = 'whole' | 'streamed';
export const DELIVERIES: readonly Delivery[] = ['whole', 'streamed'];
