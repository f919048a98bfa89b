type Start = { isPackaged: boolean; isSwitchedOff: boolean; isRoot: boolean };

/**
 * What stands against a start without the sandbox of Chromium; null where nothing does. On systems that forbid it the
 * launcher of an AppImage leaves it out without a word. For root there is none, whatever is asked for.
 */
export const findSandboxProblem = ({ isPackaged, isSwitchedOff, isRoot }: Start): string | null => {
  if (!isPackaged || !isSwitchedOff || isRoot) return null;
  return (
    'The app can’t start because this computer blocks its security sandbox. ' +
    'Install the .deb package instead, or ask your IT administrator to allow user namespaces for this AppImage. ' +
    'If you started it with --no-sandbox, remove that option.'
  );
};
