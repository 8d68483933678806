import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { ProgressBar } from './ProgressBar.tsx';

const WORK = 'Creating image';

const markup = (percent: number | null) =>
  renderToStaticMarkup(<ProgressBar label={WORK} percent={percent} />);

describe('a progress bar', () => {
  it('has a name, its range, and the reported progress as value and width', () => {
    expect(markup(41.6)).toBe(
      '<div role="progressbar" aria-label="Creating image" aria-valuemin="0" aria-valuemax="100" ' +
        'aria-valuenow="42" class="progress"><div style="inline-size:41.6%"></div></div>',
    );
  });

  it('has no value while the progress is unknown, but one at its beginning', () => {
    expect(markup(null)).not.toContain('aria-valuenow');
    expect(markup(0)).toContain('aria-valuenow="0"');
  });
});
