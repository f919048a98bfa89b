import { readFileSync, writeFileSync } from 'node:fs';

const anyLoads = /\s*<key>NSAllowsArbitraryLoads<\/key>\s*<true\/>/;

/**
 * Takes back the permission to load anything over plain HTTP, which electron-builder always gives. Updates come from a
 * local address, which has a permission of its own.
 */
export const forbidArbitraryLoads = (plist: string): void => {
  const text = readFileSync(plist, 'utf8').replace(anyLoads, '');
  if (text.includes('NSAllowsArbitraryLoads')) throw new Error(`${plist} still allows arbitrary loads`);
  writeFileSync(plist, text);
};
