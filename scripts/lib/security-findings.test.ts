import { expect, test } from 'vitest';
import { compareFindings, readFindings } from './security-findings.ts';

const result = (ruleId: string, uri: string) => ({
  ruleId,
  message: { text: 'Look at it' },
  locations: [{ physicalLocation: { artifactLocation: { uri } } }],
});
const sarif = JSON.stringify({
  runs: [{ results: [result('OPEN_EXTERNAL', 'src/main/security.js'), result('CSP', 'file:///')] }],
});

test('what is found is neither passed over nor explained after it has gone', () => {
  const findings = readFindings(sarif);
  const known = { rule: 'CSP', file: '', why: 'It is sent as a header' };
  const gone = { rule: 'PRELOAD', file: 'src/main/window.js', why: 'It is narrow' };
  expect(compareFindings(findings, [known, gone])).toEqual({
    unexplained: [{ rule: 'OPEN_EXTERNAL', file: 'src/main/security.js', message: 'Look at it' }],
    outdated: [gone],
  });
});

test('the same finding in another file is another finding', () => {
  const elsewhere = { rule: 'OPEN_EXTERNAL', file: 'src/main/menu.js', why: 'Only https' };
  expect(compareFindings(readFindings(sarif), [elsewhere]).unexplained).toHaveLength(2);
});
