type Start = { isPackaged: boolean; isSwitchedOff: boolean; isRoot: boolean };

/**
 * What stands against a start without the sandbox of Chromium; null where nothing does. On systems that forbid it the
 * launcher of an AppImage leaves it out without a word. For root there is none, whatever is asked for.
 */
export const findSandboxProblem = ({ isPackaged, isSwitchedOff, isRoot }: Start): string | null => {
  if (!isPackaged || !isSwitchedOff || isRoot) return null;
  return (
    'This computer keeps the app from shutting its pages off from everything else, so it does not start. ' +
    'Install the .deb instead, or ask an administrator to allow user namespaces for this AppImage. ' +
    'If you started it with --no-sandbox yourself, leave that away.'
  );
};
