import { clipboard, Menu, type MenuItemConstructorOptions, type WebContents } from 'electron';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { decodeUriPart } from '#shared/urls.ts';
import { isAppPage, isAppUrl, isExternalUrl } from '../origin.ts';
import { toDeepLink } from './deep-links.ts';
import { menuLabel } from './menu-template.ts';

type Items = MenuItemConstructorOptions[];
type Params = Electron.ContextMenuParams;

export type ContextActions = {
  openWindow: (url: string) => unknown;
  saveFile: (file: { path: string; name: string; contents: WebContents }) => unknown;
};

const separator: MenuItemConstructorOptions = { type: 'separator' };

const spellingItems = (contents: WebContents, { misspelledWord, dictionarySuggestions }: Params): Items => {
  if (misspelledWord === '') return [];
  const suggestions = dictionarySuggestions.map((word) => ({
    label: word,
    click: () => contents.replaceMisspelling(word),
  }));
  return [
    ...(suggestions.length > 0 ? suggestions : [{ label: 'No suggestions', enabled: false }]),
    separator,
    {
      label: toMenuLabel('Add to dictionary'),
      click: () => contents.session.addWordToSpellCheckerDictionary(misspelledWord),
    },
    separator,
  ];
};

/** Uses the system's capitalization, because the system itself labels some entries. */
const toMenuLabel = (label: string): string => menuLabel(label, { isMac: process.platform === 'darwin' });

const editItems = ({ editFlags }: Params): Items => [
  { role: 'undo', enabled: editFlags.canUndo },
  { role: 'redo', enabled: editFlags.canRedo },
  separator,
  { role: 'cut', enabled: editFlags.canCut },
  { role: 'copy', enabled: editFlags.canCopy },
  { role: 'paste', enabled: editFlags.canPaste },
  { role: 'pasteAndMatchStyle', label: toMenuLabel('Paste without formatting'), enabled: editFlags.canPaste },
  separator,
  { role: 'selectAll', label: toMenuLabel('Select all'), enabled: editFlags.canSelectAll },
];

/** The address as others can open it: app pages become deep links. */
const copyableLink = (address: string): { label: string; text: string } | null => {
  const link = toDeepLink(address);
  if (link !== null) return { label: 'Copy link', text: link };
  if (!isExternalUrl(address)) return null;
  return address.startsWith('mailto:')
    ? { label: 'Copy email address', text: decodeUriPart(new URL(address).pathname) }
    : { label: 'Copy link', text: address };
};

const linkItems = ({ linkURL }: Params, { openWindow }: ContextActions): Items => {
  if (linkURL === '') return [];
  const copyable = copyableLink(linkURL);
  return [
    ...(isAppPage(linkURL)
      ? [{ label: toMenuLabel('Open in new window'), click: () => void openWindow(linkURL) }]
      : []),
    ...(copyable ? [{ label: toMenuLabel(copyable.label), click: () => clipboard.writeText(copyable.text) }] : []),
  ];
};

/** The stored file at an address, with its original name; null for anything else, such as a picked image. */
const parseStoredFileUrl = (address: string): { path: string; originalName: string | null } | null => {
  if (!isAppUrl(address)) return null;
  const { pathname, searchParams } = new URL(address);
  return pathname.startsWith('/uploads/') ? { path: pathname, originalName: searchParams.get('name') } : null;
};

const mediaLabels: Partial<Record<Params['mediaType'], string>> = { image: 'Image', video: 'Video' };

const mediaItems = (contents: WebContents, params: Params, { saveFile }: ContextActions): Items => {
  const { mediaType, srcURL, altText, x, y } = params;
  const label = mediaLabels[mediaType];
  if (!label || (mediaType === 'image' && !params.hasImageContents)) return [];
  const stored = parseStoredFileUrl(srcURL);
  const name = stored?.originalName ?? (altText || label);
  return [
    ...(mediaType === 'image' ? [{ label: toMenuLabel('Copy image'), click: () => contents.copyImageAt(x, y) }] : []),
    ...(stored === null
      ? []
      : [
          {
            label: toMenuLabel(`Save ${inSentence(label)} as…`),
            click: () => void saveFile({ path: stored.path, name, contents }),
          },
        ]),
  ];
};

const itemsFor = (contents: WebContents, params: Params, actions: ContextActions): Items => {
  if (params.isEditable) return [...spellingItems(contents, params), ...editItems(params)];
  const hasText = params.selectionText.trim() !== '';
  const groups: Items[] = [
    hasText ? [{ role: 'copy', enabled: params.editFlags.canCopy }] : [],
    linkItems(params, actions),
    mediaItems(contents, params, actions),
  ];
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index > 0 ? [separator, ...group] : group));
};

export const attachContextMenu = (contents: WebContents, actions: ContextActions): void => {
  contents.on('context-menu', (_event, params) => {
    const items = itemsFor(contents, params, actions);
    if (items.length > 0) Menu.buildFromTemplate(items).popup();
  });
};
