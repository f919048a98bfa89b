/** The key that Latin keyboards have at the place of a letter of another script; every other key as it is. */
export const getLatinKey = ({ key, code, shiftKey }: KeyboardEvent): string => {
  if (!/^[\p{L}\p{M}]+$/u.test(key) || /\p{Script=Latin}/u.test(key)) return key;
  const signs: Record<string, string> = { BracketLeft: '[', BracketRight: ']', Slash: shiftKey ? '?' : '/' };
  const letter = /^Key(.)$/.exec(code)?.[1];
  return signs[code] ?? (shiftKey ? letter : letter?.toLowerCase()) ?? key;
};

/**
 * Prepares the keys for all handlers, those of libraries included, and must run before they are added. Keys of an input
 * method don't reach them, and combinations work on the keyboards of all scripts.
 */
export const normalizeKeyEvents = (): void => {
  const normalize = (event: KeyboardEvent) => {
    const { key, isComposing, ctrlKey, metaKey } = event;
    // Safari ends the composition before the Enter that accepts it, and marks that key with 229 only.
    if (isComposing || event.keyCode === 229) {
      event.stopImmediatePropagation();
      // The browser would submit the form, or clear a search box.
      if (key === 'Enter' || key === 'Escape') event.preventDefault();
    } else if ((ctrlKey || metaKey) && !event.getModifierState('AltGraph'))
      Object.defineProperty(event, 'key', { value: getLatinKey(event) });
  };
  window.addEventListener('keydown', normalize, { capture: true });
};
