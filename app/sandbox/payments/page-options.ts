/** The start options of the local payment page; secrets are those of the application. */
export interface PageOptions {
  /** 0 takes a free one. */
  port: number;
  /** Address at which the application receives webhooks: `http://127.0.0.1:<port>` */
  appOrigin: string;
  stripeSecret: string;
  /** STRIPE_SECRET_KEY */
  stripeKey: string;
  coinbaseSecret: string;
  coinbaseKeyId: string;
  /** Seed and public key of Ed25519 as base64, as in the application. */
  coinbaseKeySecret: string;
}
