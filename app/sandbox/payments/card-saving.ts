import type { IncomingHttpHeaders } from 'node:http';
import { signedByStripe, type StripeEvent } from './stripe-wire.ts';
import type { Answer, StripeRequest } from './stripe-api/answers.ts';
import { CARDS, type CardKind, type Intent } from './stripe-api/records.ts';
import { StripeApi } from './stripe-api/stripe-api.ts';
import type { CardPayments } from './card.ts';
import { deliver } from './deliver.ts';
import { acts, escapeHtml, page } from './html.ts';
import type { PageOptions } from './page-options.ts';

const LABELS: Record<CardKind, string> = {
  good: 'Save a card that works',
  declined: 'Save a card that will be declined',
  authentication: 'Save a card whose bank asks each time',
};

/** Stripe's API, the pages that save cards, and payments with them. */
export class SavedCards {
  readonly api: StripeApi;

  constructor(
    private readonly options: PageOptions,
    private readonly payments: CardPayments,
  ) {
    this.api = new StripeApi({ key: options.stripeKey, onEvent: (event) => this.#tell(event) });
  }

  /** A request below /v1. */
  answer(asked: StripeRequest, headers: IncomingHttpHeaders): Promise<Answer> {
    return this.api.answer(asked, headers.authorization);
  }

  /** The page of a session; null for one that is unknown or was left. */
  show(id: string): string | null {
    const session = this.api.sessions.get(id);
    if (!session || session.methodId !== null) return null;
    const cards = Object.keys(CARDS) as CardKind[];
    return page(
      'Save a card',
      `${acts(
        `/setup/${id}`,
        cards.map((kind) => [kind, `${LABELS[kind]} (${CARDS[kind].last4})`]),
      )}
       <p><a href="${escapeHtml(session.cancelUrl)}">Back to the application</a></p>`,
    );
  }

  /** @returns where the user continues; null for an unknown page */
  act(id: string, act: string | null): string | null {
    const kind = Object.keys(CARDS).find((one) => one === act) as CardKind | undefined;
    return kind ? this.api.saveCard(id, kind) : null;
  }

  #tell(event: StripeEvent): void {
    const { appOrigin, stripeSecret } = this.options;
    if (event.type === 'payment_intent.succeeded')
      this.payments.remember((event['data'] as { object: Intent }).object);
    void deliver(`${appOrigin}/api/webhooks/stripe`, () => signedByStripe(event, { secret: stripeSecret }));
  }
}
