import { describe, expect, it } from 'vitest';
import { KEY_VARIABLE, samplesFor } from './code-samples.ts';

const call = { origin: 'https://hub.example', model: 'maker/model' };

describe('code samples', () => {
  it('post to the completions of this hub, with the variable in place of a key', () => {
    for (const sample of Object.values(samplesFor(call))) {
      expect(sample).toContain('https://hub.example/api/v1/chat/completions');
      expect(sample).toContain('maker/model');
      expect(sample).toContain(KEY_VARIABLE);
    }
  });

  it('contain the key if one is given, instead of the variable', () => {
    for (const sample of Object.values(samplesFor({ ...call, key: 'sk-par-abc' }))) {
      expect(sample).toContain('Bearer sk-par-abc');
      expect(sample).not.toContain(KEY_VARIABLE);
    }
  });

  it('quote a model id with special characters by the rules of each language', () => {
    const { python, javascript, curl } = samplesFor({ ...call, model: `a"b'c\\d\n` });
    const asJson = String.raw`"a\"b'c\\d\n"`;
    expect(python).toContain(`"model": ${asJson}`);
    expect(javascript).toContain(`model: ${asJson}`);
    expect(curl).toContain(String.raw`"a\"b'\''c\\d\n"`);
  });
});
