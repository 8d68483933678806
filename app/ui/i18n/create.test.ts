import { describe, expect, it } from 'vitest';
import { createI18n } from './create.ts';

const anyKey = (language: string, common: Record<string, string>) =>
  createI18n(language, { common }).t as unknown as (key: string, params?: object) => string;

describe('createI18n', () => {
  it('is ready synchronously', () => {
    expect(anyKey('ja-JP', { close: '閉じる' })('close')).toBe('閉じる');
  });

  it('keeps two languages apart', () => {
    const [english, arabic] = [anyKey('en-US', { close: 'Close' }), anyKey('ar-EG', { close: 'إغلاق' })];
    expect([english('close'), arabic('close')]).toEqual(['Close', 'إغلاق']);
  });

  it('throws for a key without a text', () => {
    expect(() => anyKey('en-US', { close: 'Close' })('clsoe')).toThrow('No text for common:clsoe');
  });

  it('chooses among the six plural forms of Arabic', () => {
    const forms = ['zero', 'one', 'two', 'few', 'many', 'other'];
    const t = anyKey('ar-EG', Object.fromEntries(forms.map((form) => [`left_${form}`, form])));
    expect([0, 1, 2, 5, 11, 100].map((count) => t('left', { count }))).toEqual(forms);
  });
});
