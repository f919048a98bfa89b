type Start = { isPackaged: boolean; isDisabled: boolean; isRoot: boolean };

const rootMessage =
  'The app can’t start as root, because Chromium’s security sandbox doesn’t work there. ' +
  'Start it as an ordinary user.';

/**
 * Returns an error message if Chromium's sandbox is off. An AppImage launcher disables it silently on systems that
 * forbid it, and root never has one.
 */
export const validateSandbox = ({ isPackaged, isDisabled, isRoot }: Start): string | null => {
  if (!isPackaged || !isDisabled) return null;
  if (isRoot) return rootMessage;
  return (
    'The app can’t start because this computer blocks its security sandbox. ' +
    'Install the .deb package instead, or ask your IT administrator to allow user namespaces for this AppImage. ' +
    'If you started it with --no-sandbox, remove that option.'
  );
};
