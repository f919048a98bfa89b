const pendingFiles = new Set<Promise<boolean>>();

/** Tracks `work`, which selects or reads files for a form, so that submitting the form can wait for it. */
export const trackPendingFiles = <T>(promise: Promise<T>, isComplete: (value: T) => boolean): Promise<T> => {
  const pendingFile = promise.then(isComplete, () => false);
  pendingFiles.add(pendingFile);
  void pendingFile.then(() => pendingFiles.delete(pendingFile));
  return promise;
};

export const hasPendingFiles = (): boolean => pendingFiles.size > 0;

/** Waits for all pending files. Returns whether all of them were accepted. */
export const waitForPendingFiles = async (): Promise<boolean> => {
  let isComplete = true;
  while (hasPendingFiles()) {
    const value = await Promise.all(pendingFiles);
    isComplete &&= value.every(Boolean);
    // Lets the callers store the files in the form first.
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
  }
  return isComplete;
};

const webFileText =
  'Files can’t be added by their web address. Save the file on this computer and choose it, or copy the image itself and paste it.';

const readDataUrl = (address: string): File | null => {
  const [head = '', base64 = ''] = address.split(',', 2);
  const type = /^data:image\/([\w.-]+);base64$/i.exec(head)?.[1];
  if (!type) return null;
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return new File([bytes], `image.${type}`, { type: `image/${type}` });
};

/**
 * The image that was dragged or pasted from a web page as an address, if the address contains it. The app requests
 * nothing from other websites, so any other address is reported instead. Files themselves aren't returned.
 */
export const readWebFiles = (data: DataTransfer, onError: (message: string) => void): File[] => {
  if (data.files.length > 0) return [];
  const html = data.getData('text/html');
  const image = html === '' ? null : new DOMParser().parseFromString(html, 'text/html').querySelector('img');
  const text = data.getData('text/uri-list') || data.getData('text/plain');
  const address = image?.getAttribute('src') ?? text.trim();
  const found = readDataUrl(address);
  if (found) return [found];
  if (/^(https?|blob|data):/i.test(address)) onError(webFileText);
  return [];
};
