import { expect, it } from 'vitest';
import { menuLabel } from './menu-template.ts';

it('follows the capitalization of the system', () => {
  expect(menuLabel('Restore from backup…', { isMac: true })).toBe('Restore from Backup…');
  expect(menuLabel('Copy link to this page', { isMac: true })).toBe('Copy Link to This Page');
  expect(menuLabel('Save as PDF…', { isMac: true })).toBe('Save as PDF…');
  expect(menuLabel('New window', { isMac: false })).toBe('New window');
});
