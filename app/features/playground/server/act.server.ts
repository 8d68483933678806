/** A form of the playground, and who has sent it. */
export interface Act {
  userId: string;
  requestId: string;
  address: string;
  /** null on the page of a new conversation. */
  playgroundId: string | null;
  form: FormData;
}
