import { readFileSync, writeFileSync } from 'node:fs';

const anyLoads = /\s*<key>NSAllowsArbitraryLoads<\/key>\s*<true\/>/;

/**
 * Removes the permission to load anything over plain HTTP, which electron-builder always adds. Updates come from a
 * local address, which is allowed separately.
 */
export const forbidArbitraryLoads = (plist: string): void => {
  const text = readFileSync(plist, 'utf8').replace(anyLoads, '');
  if (text.includes('NSAllowsArbitraryLoads')) throw new Error(`${plist} still allows arbitrary loads`);
  writeFileSync(plist, text);
};
