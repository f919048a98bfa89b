import { Menu, type MenuItemConstructorOptions, type WebContents } from 'electron';

const separator: MenuItemConstructorOptions = { type: 'separator' };

const spelling = (
  contents: WebContents,
  { misspelledWord, dictionarySuggestions }: Electron.ContextMenuParams,
): MenuItemConstructorOptions[] => {
  if (misspelledWord === '') return [];
  const suggestions = dictionarySuggestions.map((word) => ({
    label: word,
    click: () => contents.replaceMisspelling(word),
  }));
  return [
    ...(suggestions.length > 0 ? suggestions : [{ label: 'No suggestions', enabled: false }]),
    separator,
    {
      label: 'Add to dictionary',
      click: () => contents.session.addWordToSpellCheckerDictionary(misspelledWord),
    },
    separator,
  ];
};

const editing = ({ editFlags }: Electron.ContextMenuParams): MenuItemConstructorOptions[] => [
  { role: 'undo', enabled: editFlags.canUndo },
  { role: 'redo', enabled: editFlags.canRedo },
  separator,
  { role: 'cut', enabled: editFlags.canCut },
  { role: 'copy', enabled: editFlags.canCopy },
  { role: 'paste', enabled: editFlags.canPaste },
  { role: 'pasteAndMatchStyle', enabled: editFlags.canPaste },
  separator,
  { role: 'selectAll', enabled: editFlags.canSelectAll },
];

const itemsFor = (
  contents: WebContents,
  params: Electron.ContextMenuParams,
): MenuItemConstructorOptions[] => {
  if (params.isEditable) return [...spelling(contents, params), ...editing(params)];
  if (params.selectionText.trim() !== '') return [{ role: 'copy', enabled: params.editFlags.canCopy }];
  if (params.mediaType === 'image' && params.hasImageContents) {
    return [{ label: 'Copy picture', click: () => contents.copyImageAt(params.x, params.y) }];
  }
  return [];
};

/** What a person expects under the other mouse button: Electron has no such menu of its own. */
export const offerContextMenu = (contents: WebContents): void => {
  contents.on('context-menu', (_event, params) => {
    const items = itemsFor(contents, params);
    if (items.length > 0) Menu.buildFromTemplate(items).popup();
  });
};
