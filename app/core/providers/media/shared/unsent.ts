import type { OrderContext } from '../contract.ts';

/** For writing a request that goes nowhere, to see what its model takes. */
export const UNSENT: OrderContext = {
  signal: new AbortController().signal,
  credentials: { apiKey: 'none', baseUrl: 'https://unsent.invalid' },
  key: 'none',
  webhookUrl: null,
};
