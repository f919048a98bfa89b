type Start = { isPackaged: boolean; isDisabled: boolean; isRoot: boolean };

/**
 * Returns an error message if Chromium's sandbox is off. An AppImage launcher disables it silently on systems that
 * forbid it. For root, Chromium never has a sandbox, so that case is accepted.
 */
export const validateSandbox = ({ isPackaged, isDisabled, isRoot }: Start): string | null => {
  if (!isPackaged || !isDisabled || isRoot) return null;
  return (
    'The app can’t start because this computer blocks its security sandbox. ' +
    'Install the .deb package instead, or ask your IT administrator to allow user namespaces for this AppImage. ' +
    'If you started it with --no-sandbox, remove that option.'
  );
};
