import { describe, expect, it } from 'vitest';
import { ERRORS } from '#app/contracts/errors.ts';
import { createI18n } from '../i18n/create.ts';
import { LANGUAGE_CODES } from '../i18n/languages.ts';
import { textsOf } from '../i18n/texts.server.ts';
import { errorWords, plainWords, type Texts } from './error-words.ts';
import { failureWords, spokenFailure } from './failure-words.ts';

const PARAMS = { limit: 1, max: 2, windowInMinutes: 3, type: 'image/tiff', model: 'Small', other: 'Large' };
const textsIn = (language: (typeof LANGUAGE_CODES)[number]) =>
  createI18n(language, textsOf(language)).t as unknown as Texts;
const english = textsIn('en-US');

describe.each(LANGUAGE_CODES)('errors in %s', (language) => {
  const t = textsIn(language);

  it.each(Object.keys(ERRORS))('%s has a text without its code and without markup', (code) => {
    const words = plainWords(errorWords(t, { code, params: PARAMS }, 'Parlance'));
    expect(words.length).toBeGreaterThan(4);
    expect(words).not.toContain(code.includes('_') ? code : `errors:${code}`);
    expect(words).not.toMatch(/[{}<>]|undefined/);
  });

  it('an unknown code shows the general sentence, and 512 characters of the received message', () => {
    const words = errorWords(t, { code: 'quantum_flux', detail: 'x'.repeat(600) }, 'Parlance');
    expect(words.detail).toBe('x'.repeat(512));
    expect(words.sentence).not.toContain('quantum_flux');
    expect(words.sentence).not.toBe(errorWords(t, { code: 'internal' }, 'Parlance').sentence);
    const silent = plainWords(errorWords(t, { code: 'quantum_flux', detail: ' ' }, 'Parlance'));
    expect(silent).toBe(plainWords(errorWords(t, { code: 'internal' }, 'Parlance')));
  });

  it("the sentence about credit names the product's page as a link", () => {
    const { sentence } = errorWords(t, { code: 'token_balance' }, 'Agora');
    expect(sentence.split(/<\/?page>/)[1]).toContain('Agora');
  });
});

describe('errorWords', () => {
  it('uses the specification’s texts for credit and for unknown errors', () => {
    expect(plainWords(errorWords(english, { code: 'token_balance' }, 'Parlance'))).toBe(
      'Insufficient Credit! To continue, please purchase some credit at Parlance’s balance page.',
    );
    expect(errorWords(english, { code: 'other', detail: 'Overflow.' }, 'Parlance')).toEqual({
      sentence: 'Something went wrong. Here’s the specific error message we encountered:',
      to: '/balance',
      detail: 'Overflow.',
    });
  });
});

it.each([
  ['invalid_api_key', '/settings/provider-keys/openAI'],
  ['insufficient_quota', '/settings/provider-keys/openAI'],
  ['no_user_key', '/settings/provider-keys/openAI'],
  ['spending_cap', '/balance/limits'],
  ['token_balance', '/balance'],
])('%s links to %s', (code, to) => {
  const words = errorWords(english, { code, params: { endpoint: 'openAI' } }, 'Parlance');
  expect(words.to).toBe(to);
  expect(words.sentence).toMatch(/<page>.+<\/page>/);
});

describe('failureWords', () => {
  const failure = { code: 'provider_rate_limited', detail: 'slow down', hasText: false, costMicro: null };

  it('tells the cause, the saved data and the cost, for display and for screen readers', () => {
    expect(failureWords(english, failure, 'Parlance')).toEqual({
      title: 'No response',
      sentence: 'The provider is receiving too many requests. Wait a minute and try again.',
      to: '/balance',
      detail: null,
      saved: 'Your message is saved.',
      cost: 'You weren’t charged.',
    });
    const cut = { ...failure, code: 'provider_unavailable', hasText: true, costMicro: '2100' };
    expect(spokenFailure(failureWords(english, cut, 'Parlance'))).toBe(
      'The reply was interrupted. The provider couldn’t respond. slow down The partial reply is saved. You were charged $0.0021.',
    );
  });
});
