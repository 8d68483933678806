import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readText } from './read-text.ts';
import { SavedCards } from './card-saving.ts';
import { CardPayments } from './card.ts';
import { CryptoCheckouts } from './crypto.ts';
import { readRequest } from './stripe-api/read-request.ts';
import { page } from './html.ts';
import type { PageOptions } from './page-options.ts';

/** The local payment page, listening. */
export interface PaymentPage {
  /** `http://127.0.0.1:<port>`, for STRIPE_BASE_URL and COINBASE_BASE_URL. */
  origin: string;
  close(): Promise<void>;
}

/** Starts the local payment page on loopback. See README.md. */
export async function startPaymentPage(options: PageOptions): Promise<PaymentPage> {
  const cards = new CardPayments(options);
  const services = { cards, saved: new SavedCards(options, cards), checkouts: new CryptoCheckouts(options) };
  const server = createServer((request, response) => {
    handle(request, response, services).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  services.checkouts.origin = services.saved.api.origin = origin;
  return {
    origin,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Services {
  cards: CardPayments;
  saved: SavedCards;
  checkouts: CryptoCheckouts;
}

async function handle(request: IncomingMessage, response: ServerResponse, services: Services): Promise<void> {
  const { cards, saved, checkouts } = services;
  const { pathname } = new URL(request.url ?? '/', 'http://page');
  const sendPage = (html: string | null) => {
    response.writeHead(html === null ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(
      html ?? page('Nothing here', '<p>Payments are forgotten when this page is started again.</p>'),
    );
  };
  const goTo = (path: string) => response.writeHead(303, { location: path }).end();
  const [, kind, id = ''] = /^\/(payments|checkouts|setup|pay)\/(\w+)$/.exec(pathname) ?? [];
  const session = kind === 'pay' ? saved.api.checkouts.get(id) : undefined;
  const store = kind === 'payments' ? cards : checkouts;
  const sendJson = ({ status, body }: { status: number; body: object }) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };

  if (pathname.startsWith('/v1/'))
    return sendJson(await saved.answer(await readRequest(request), request.headers));
  if (request.method === 'GET') {
    if (pathname === '/health') return void response.writeHead(200).end();
    if (pathname === '/payments') return sendPage(cards.list());
    if (kind === 'pay') return sendPage(session ? cards.form(session) : null);
    if (kind === 'setup') return sendPage(saved.show(id));
    return sendPage(kind === undefined ? null : store.show(id));
  }
  const text = await readText(request);
  if (pathname === '/api/v1/checkouts') {
    return sendJson(await checkouts.create(request.headers, text));
  }
  const form = new URLSearchParams(text);
  if (session) return void goTo((await cards.pay(session, form)) ?? pathname);
  const back = kind === 'setup' ? saved.act(id, form.get('act')) : null;
  if (back !== null) return void goTo(back);
  if ((kind === 'payments' || kind === 'checkouts') && (await store.act(id, form.get('act'))))
    return void goTo(pathname);
  sendPage(null);
}
