/** A box that scrolls must be reachable by keyboard, or its end cannot be read without a mouse. */
export const SCROLLABLE = { role: 'region', tabIndex: 0 } as const;
