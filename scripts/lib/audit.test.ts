import { expect, it } from 'vitest';
import { readAudit } from './audit.ts';

it('names what is known against the dependencies', () => {
  const report = {
    auditReportVersion: 2,
    vulnerabilities: { quill: { name: 'quill', severity: 'moderate', range: '2.0.3', via: [] } },
  };
  expect(readAudit(`npm warn something\n${JSON.stringify(report)}`)).toEqual({
    state: 'asked',
    known: ['quill 2.0.3 (moderate)'],
  });
  expect(readAudit(JSON.stringify({ ...report, vulnerabilities: {} }))).toEqual({
    state: 'asked',
    known: [],
  });
});

it('never takes a registry that does not answer for one that knows of nothing', () => {
  const refused = JSON.stringify({ message: '405 Method Not Allowed', statusCode: 405, error: {} });
  expect(readAudit(refused)).toEqual({ state: 'unknown', reason: '405 Method Not Allowed' });
  for (const printed of ['', 'npm error', '{', '{}'])
    expect(readAudit(printed).state, printed).toBe('unknown');
});
