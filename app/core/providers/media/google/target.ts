import { saysBadKey } from '#app/core/providers/shared/google-address.ts';
import type { Complaint } from '../shared/complaint.ts';

/** A key that is not valid is a 400 here, as everything else that is wrong with a request. */
export function statusOf({ message }: Complaint, status: number): number {
  return status === 400 && saysBadKey(message) ? 401 : status;
}
