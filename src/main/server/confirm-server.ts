import { type BrowserWindow, dialog, type MessageBoxOptions } from 'electron';
import { isUnencrypted } from '#shared/urls.ts';

/** A null URL is the embedded server. */
type Question = { purpose: 'test' | 'use'; url: URL | null };

const unencryptedText =
  'The connection isn’t encrypted: others on your network can read everything you send, including passwords.';

const reloadText = 'All windows will reload.';

const toTexts = ({ purpose, url }: Question): { message: string; detail: string; button: string } => {
  if (url === null) {
    return { message: 'Use the server on this computer?', detail: reloadText, button: 'Use this computer' };
  }
  const address = isUnencrypted(url) ? `${url.href}\n\n${unencryptedText}` : url.href;
  if (purpose === 'test') return { message: `Connect to ${url.host}?`, detail: address, button: 'Connect' };
  return {
    message: `Use ${url.host} as your server?`,
    detail: `${address}\n\nThis server will receive your password and everything you enter. ${reloadText}`,
    button: 'Use this server',
  };
};

let isAsking = false;

/**
 * Asks in a native dialog, which no page can answer, whether the app may connect to a server. While one is open, other
 * questions are answered with no.
 */
export const confirmServer = async (question: Question, window: BrowserWindow | null): Promise<boolean> => {
  if (isAsking) return false;
  isAsking = true;
  const { message, detail, button } = toTexts(question);
  const isRisky = question.url !== null && isUnencrypted(question.url);
  const options: MessageBoxOptions = {
    type: isRisky ? 'warning' : 'question',
    message,
    detail,
    buttons: [button, 'Cancel'],
    defaultId: isRisky ? 1 : 0,
    cancelId: 1,
    noLink: true,
  };
  try {
    const answer = window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options);
    return (await answer).response === 0;
  } finally {
    isAsking = false;
  }
};
