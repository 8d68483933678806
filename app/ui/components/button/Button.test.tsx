import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Button } from './Button.tsx';

describe('Button', () => {
  it.each([
    { busy: false, given: undefined, isDisabled: false },
    { busy: true, given: undefined, isDisabled: true },
    { busy: false, given: true, isDisabled: true },
  ])('is marked as disabled: busy $busy, given $given', ({ busy, given, isDisabled }) => {
    const html = renderToStaticMarkup(
      <Button busy={busy} aria-disabled={given}>
        ·
      </Button>,
    );
    expect(html.includes('aria-disabled="true"')).toBe(isDisabled);
  });
});
