import { expect, it } from 'vitest';
import { PERSONA_FACTS } from '#app/contracts/endpoints/personas.ts';
import { ENDPOINT_FACTS } from '#app/contracts/endpoints/table.ts';
import { lastPersonaCookie, readLastPersona, TONES } from './last-persona.ts';

it('reads back the last choice', () => {
  const cookie = lastPersonaCookie({ jailbreak: true, toneStyle: 'precise' })!;
  expect(readLastPersona(`lang=auto; ${cookie.split(';')[0]}`)).toEqual({
    jailbreak: true,
    toneStyle: 'precise',
  });
  expect(readLastPersona(`${lastPersonaCookie({ jailbreak: true })!}`)).toEqual({
    jailbreak: true,
    toneStyle: 'creative',
  });
});

it('remembers nothing when neither option was set', () => {
  expect(lastPersonaCookie({})).toBeNull();
});

it.each([
  'lastBingSettings=true',
  'lastBingSettings=true.angry',
  'lastBingSettings=1.fast',
  'other=true.fast',
  '',
])('reads nothing from %j, which another program wrote', (cookies) => {
  expect(readLastPersona(cookies)).toEqual({});
});

it('knows the endpoint of the table that has a persona, with its cookie and its tones', () => {
  const entries = Object.entries(ENDPOINT_FACTS).filter(
    ([, { personaSender }]) => personaSender !== undefined,
  );
  expect(Object.fromEntries(entries)).toEqual(PERSONA_FACTS);
  expect(entries.map(([, { personaCookie }]) => personaCookie)).toEqual(['lastBingSettings']);
  expect(TONES).toEqual(['creative', 'fast', 'balanced', 'precise']);
});
