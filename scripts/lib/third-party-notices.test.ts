import { describe, expect, it } from 'vitest';
import { formatNotices } from './third-party-notices.ts';

const part = { name: 'pens', version: '1.0.0', license: 'MIT', text: 'Permission is granted.' };

describe('formatNotices', () => {
  it('lists every package once with its licence text', () => {
    const text = formatNotices({ heading: 'Heading', parts: [part, { ...part, name: 'ink' }, part] });
    expect(text.match(/^(ink|pens) 1\.0\.0 \(MIT\)$/gm)).toEqual(['ink 1.0.0 (MIT)', 'pens 1.0.0 (MIT)']);
    expect(text).toContain('Permission is granted.');
  });

  it('fails on a package without a licence', () => {
    expect(() => formatNotices({ heading: '', parts: [{ ...part, license: '' }] })).toThrow('pens 1.0.0');
  });

  it('fails on a package without a licence text', () => {
    expect(() => formatNotices({ heading: '', parts: [part, { ...part, name: 'ink', text: '' }] })).toThrow(
      'ink 1.0.0',
    );
  });
});
