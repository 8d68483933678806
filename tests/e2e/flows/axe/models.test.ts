import { describe } from 'vitest';
import { expectAccessible } from '../../support/expect-accessible.ts';
import { hydrated } from '../../support/hydration.ts';
import { test } from '../../support/test.ts';
import { expectAllAccessible, inFull, looksOf, menuOf, openWith, TIMEOUT_MS, wordsOf } from './looks.ts';

const PAGES = [
  '/models/sandbox/twin?sort=-input',
  '/models/google/veo-3.1',
  '/models?view=table&maker=sandbox&price=upTo5',
  '/models/compare?ids=sandbox/small,google/veo-3.1,no/body',
  ...inFull(
    '/models?q=sandbox',
    '/models?q=nothing-of-this-name',
    '/models/compare',
    '/models?tab=video&sort=cheapest&modality=text-to-video',
    '/models/openai/gpt-4o?in=none',
    '/models/openai/gpt-4',
    '/models/black-forest-labs/flux-2-pro',
    '/models/sandbox/smal',
  ),
];

describe.each(looksOf('phone'))('axe in $theme $language on a $screen screen', (look) => {
  const t = wordsOf(look, 'models');

  test('models: the list, its filters, a model, several', { timeout: TIMEOUT_MS }, async ({ open }) => {
    const page = await openWith(open, look);
    await expectAllAccessible(page, PAGES);
    await page.goto('/models?q=sandbox');
    await hydrated(page);
    await page.getByRole('button', { name: t('models:filter.label') }).click();
    await menuOf(page).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.locator('input[name=ids]').first().check();
    await expectAccessible(page);
    await page.goto('/models/sandbox/small');
    await hydrated(page);
    await page.getByText(t('models:parameters.show')).click();
    await expectAccessible(page);
  });
});
