import { expect, it } from 'vitest';
import { ipcChannels } from './ipc.ts';

const accepts = (channel: keyof typeof ipcChannels, input: unknown): boolean =>
  ipcChannels[channel].safeParse(input).success;

const canDrag = (path: string) => accepts('startDrag', { requestId: '1', path, name: 'Pens' });

it('lets only stored images or PDFs be dragged out', () => {
  expect(['/uploads/a1.png', '/uploads/a-b.JPEG', '/uploads/a.pdf'].filter((path) => !canDrag(path))).toEqual([]);
  const hostile = [
    ...['/uploads/a.exe', '/uploads/a.desktop', '/uploads/a.html', '/uploads/a.svg', '/uploads/a.png.lnk'],
    ...['/uploads/../a.png', '/uploads/%2e%2e/a.png', '/uploads//evil.example/a.png', '/v1/faq/a.png', 'a.png'],
    ...['/uploads/a.png?b', '/uploads/a.png\n', '/uploads/a\u0000.png', '\\\\evil\\a.png'],
  ];
  expect(hostile.filter(canDrag)).toEqual([]);
});

it('accepts only plain file names for exports', () => {
  const canSave = (fileName: string) =>
    accepts('saveExport', { requestId: '1', resource: 'faq', format: 'csv', query: {}, fileName });
  expect(['FAQ’s 2026-01-01.csv', 'Prix d’été, 1.xlsx'].filter((name) => !canSave(name))).toEqual([]);
  const hostile = [
    ...['..', '../a.csv', '..\\a.csv', '/etc/a.csv', 'C:\\a.csv', 'a.csv:hidden.csv', 'a.exe', 'a.csv.lnk', '.csv'],
    ...['a\u0000.csv', 'a\n.csv', 'a\u202evsc.exe', '\u202evsc.csv', 'a|b.csv', 'a".csv'],
  ];
  expect(hostile.filter(canSave)).toEqual([]);
});
