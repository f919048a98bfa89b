import { expect, it } from 'vitest';
import { markPureConstants } from './pure-constants.ts';

it('marks the constants that calls make, exported or not', () => {
  expect(markPureConstants('const a = z.string().max(1);\nexport const b = z.object({ a });')).toBe(
    'const a = /* @__PURE__ */ (() => (z.string().max(1)))();\nexport const b = /* @__PURE__ */ (() => (z.object({ a })))();',
  );
});

it('marks objects that a constructor makes', () => {
  expect(markPureConstants('const a = new RegExp(b);')).toBe('const a = /* @__PURE__ */ (() => (new RegExp(b)))();');
});

it('leaves other statements alone', () => {
  const code = 'const a = 1;\nexport const f = () => g();\ng();\nexport { a };';
  expect(markPureConstants(code)).toBe(code);
});
