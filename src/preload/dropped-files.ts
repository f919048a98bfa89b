import { webUtils } from 'electron';

/** Files and folders that the user dropped, pasted or chose on this page. */
const paths = new Set<string>();

const addFiles = (files: FileList | null | undefined): void => {
  for (const file of files ?? []) {
    const path = webUtils.getPathForFile(file);
    if (path !== '') paths.add(path);
  }
};

/** Notes the files of events that the user caused. Runs before the page's own listeners; pages can't forge `isTrusted`. */
export const watchDroppedFiles = (): void => {
  const listen = <E extends 'drop' | 'paste' | 'change'>(
    type: E,
    filesOf: (event: WindowEventMap[E]) => FileList | null | undefined,
  ) =>
    window.addEventListener(type, (event) => event.isTrusted && addFiles(filesOf(event)), { capture: true });
  listen('drop', ({ dataTransfer }) => dataTransfer?.files);
  listen('paste', ({ clipboardData }) => clipboardData?.files);
  listen('change', ({ target }) => (target instanceof HTMLInputElement ? target.files : null));
};

const isBelow = (path: string, folder: string): boolean =>
  path.startsWith(folder) && /^[\\/]/.test(path.slice(folder.length));

/** The path of a file that the user gave to this page; null for any other file. */
export const droppedPath = (file: object): string | null => {
  // Only real files have a path, and only `webUtils` can resolve it: the page never sees or sends one.
  const path = file instanceof File ? webUtils.getPathForFile(file) : '';
  return path !== '' && (paths.has(path) || [...paths].some((folder) => isBelow(path, folder))) ? path : null;
};
