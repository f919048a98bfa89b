import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStorageCipher } from './storage-cipher.ts';

const bytes = new TextEncoder().encode('Ink for everyone');
const createCipher = (letter = 'A') => createStorageCipher(letter.repeat(86));
const toText = (opened: Uint8Array | null) => opened && new TextDecoder().decode(opened);

afterEach(() => vi.unstubAllGlobals());

describe.each([
  ['with WebCrypto', () => {}],
  ['on an insecure origin', () => vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })],
])('%s', (_name, prepare) => {
  beforeEach(prepare);

  it('reads what it has encrypted in either way', async () => {
    const cipher = createCipher();
    for (const sealed of [cipher.sealNow({ name: 'a', bytes }), await cipher.seal({ name: 'a', bytes })]) {
      expect(new TextDecoder('latin1').decode(sealed)).not.toContain('Ink');
      expect(toText(await cipher.open({ name: 'a', bytes: sealed }))).toBe('Ink for everyone');
    }
  });

  it('rejects damaged, renamed and foreign contents', async () => {
    const cipher = createCipher();
    const sealed = cipher.sealNow({ name: 'a', bytes });
    const damaged = sealed.map((byte, index) => (index === 20 ? byte ^ 1 : byte));
    expect(await cipher.open({ name: 'a', bytes: damaged })).toBeNull();
    expect(await cipher.open({ name: 'a', bytes: sealed.slice(0, 5) })).toBeNull();
    expect(await cipher.open({ name: 'b', bytes: sealed })).toBeNull();
    expect(await createCipher('B').open({ name: 'a', bytes: sealed })).toBeNull();
  });
});

it('reads with WebCrypto what a closing page has encrypted', async () => {
  const sealed = createCipher().sealNow({ name: 'a', bytes });
  expect(toText(await createCipher().open({ name: 'a', bytes: sealed }))).toBe('Ink for everyone');
});

it('never encrypts twice to the same result', async () => {
  const cipher = createCipher();
  expect(cipher.sealNow({ name: 'a', bytes })).not.toEqual(cipher.sealNow({ name: 'a', bytes }));
});

it('hides a name in the same way each time', async () => {
  const cipher = createCipher();
  expect(cipher.hideName('search Asha')).toBe(createCipher().hideName('search Asha'));
  expect(cipher.hideName('search Asha')).not.toBe(cipher.hideName('search Meera'));
  expect(cipher.hideName('search Asha')).not.toBe(createCipher('B').hideName('search Asha'));
});
