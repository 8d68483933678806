/** Who takes the money: by card, or in crypto. */
export type PaymentProvider = 'stripe' | 'coinbase';

/**
 * Where a payment stands: what was told of it before it was itself (`unseen`), not paid yet, never paid, credited, paid by
 * nobody whom our reference names, or paid and not creditable.
 */
export type PurchaseState = 'unseen' | 'waiting' | 'failed' | 'credited' | 'unmatched' | 'refused';

/** Why a payment is not credited. */
export type PurchaseReason = 'no_reference' | 'no_account' | 'currency' | 'too_little' | 'mode';
