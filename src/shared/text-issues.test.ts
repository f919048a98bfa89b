import { expect, it } from 'vitest';
import { describeTextIssues } from './text-issues.ts';

const picture = (attributes: string) => `<p><img src="/uploads/a.png"${attributes} /></p>`;

it.each([
  ['nothing', '', null],
  ['a described picture', picture(' alt="A pen"'), null],
  ['a decorative picture', picture(' alt=""'), null],
  ['a picture without a description', picture(''), '1 picture without alternative text'],
  [
    'file names as descriptions',
    picture(' alt="IMG_2034"') + picture(' alt="pen.png"'),
    '2 pictures without alternative text',
  ],
  ['headings in order', '<h2>A</h2><h3>B</h3><h2>C</h2><h3>D</h3>', null],
  ['a first heading of any level', '<h3>A</h3><h4>B</h4>', null],
  ['skipped levels', '<h2>A</h2><h4>B</h4><h6>C</h6>', '2 skipped heading levels'],
  ['a table with a header row', '<table><tr><th>A</th></tr><tr><td>1</td></tr></table>', null],
  ['a table without one', '<table><tr><td>1</td></tr></table><p>x</p>', '1 table without a header row'],
  ['a link with a name', '<a href="https://a.b">Our pens</a>', null],
  ['vague links', '<a href="https://a.b"><strong>here</strong></a>', '1 link that doesn’t say where it leads'],
  [
    'several kinds',
    `<h1>A</h1><h3>B</h3>${picture('')}<table><tr><td>1</td></tr></table>`,
    '1 picture without alternative text, 1 skipped heading level and 1 table without a header row',
  ],
])('finds what to correct: %s', (_, html, issues) => {
  expect(describeTextIssues(html)).toBe(issues);
});

it('reads a long text in one pass', () => {
  const html = `<p>${'<a '.repeat(50_000)}</p>${picture('')}`;
  expect(describeTextIssues(html)).toContain('picture');
});
