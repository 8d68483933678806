/** How the client asks for its answer. */
export type Delivery = 'whole' | 'streamed';
export const DELIVERIES: readonly Delivery[] = ['whole', 'streamed'];
