import { type Group, isList } from './rich-text-dom.ts';

type ListKind = 'bullet' | 'ordered' | 'checked' | 'unchecked';

/** List item in the editor, where nested lists are one flat list with levels. */
export type FlatItem = {
  element: HTMLElement;
  level: number;
  kind: ListKind;
  /** Number of the first item of a list that would otherwise continue the previous one. */
  start: number | null;
};

type FoundItem = Omit<FlatItem, 'start'> & { listStart: number | null; markedStart: number | null };

const maxLevel = 8;
const indentClass = /^ql-indent-(\d)$/;

const getIndent = (element: Element): number =>
  Number([...element.classList].map((name) => indentClass.exec(name)?.[1]).find(Boolean) ?? 0);

export const setIndent = (element: Element, indent: number): void => {
  element.classList.remove(...[...element.classList].filter((name) => indentClass.test(name)));
  if (indent > 0) element.classList.add(`ql-indent-${Math.min(indent, maxLevel)}`);
  if (element.classList.length === 0) element.removeAttribute('class');
};

const getTag = (kind: ListKind): 'ol' | 'ul' => (kind === 'ordered' ? 'ol' : 'ul');

const findItems = (list: HTMLElement, level: number): FoundItem[] => {
  const first = list.querySelector(':scope > li');
  return [...list.children].flatMap((child): FoundItem[] => {
    if (isList(child)) return findItems(child, level + 1);
    if (!(child instanceof HTMLElement)) return [];
    const itemLevel = level + getIndent(child);
    const kind = (child.dataset.list as ListKind | undefined) ?? (list.localName === 'ol' ? 'ordered' : 'bullet');
    const listStart = child === first ? Number(list.getAttribute('start') ?? 1) : null;
    const markedStart = child.dataset.start ? Number(child.dataset.start) : null;
    return [
      { element: child, level: itemLevel, kind, listStart, markedStart },
      ...[...child.children].filter(isList).flatMap((nested) => findItems(nested, itemLevel + 1)),
    ];
  });
};

type OpenList = { level: number; tag: 'ol' | 'ul'; element?: HTMLElement; lastItem?: HTMLElement };

// Closes the lists that don't contain the item. Returns the list that it continues; undefined if it starts one.
const findOpenList = (
  open: OpenList[],
  { level, kind, start }: Pick<FlatItem, 'level' | 'kind' | 'start'>,
): OpenList | undefined => {
  while ((open.at(-1)?.level ?? -1) > level) open.pop();
  const last = open.at(-1);
  if (last?.level !== level) return undefined;
  if (last.tag === getTag(kind) && start === null) return last;
  open.pop();
  return undefined;
};

export const flattenLists = (lists: readonly HTMLElement[]): FlatItem[] => {
  const open: OpenList[] = [];
  return lists
    .flatMap((list) => findItems(list, 0))
    .map(({ element, level, kind, listStart, markedStart }) => {
      const isContinuation = findOpenList(open, { level, kind, start: markedStart }) !== undefined;
      const isRestart = listStart !== null && (isContinuation || (kind === 'ordered' && listStart !== 1));
      const start = markedStart ?? (isRestart ? listStart : null);
      if (isContinuation && start !== null) open.pop();
      if (!isContinuation || start !== null) open.push({ level, tag: getTag(kind) });
      return { element, level, kind, start };
    });
};

/** Joins lists directly below each other, which number their items together. */
export const groupLists = (groups: readonly Group[]): (Group | { lists: HTMLElement[] })[] => {
  const joined: ReturnType<typeof groupLists> = [];
  for (const group of groups) {
    const last = joined.at(-1);
    if (!('block' in group && isList(group.block))) joined.push(group);
    else if (last && 'lists' in last) last.lists.push(group.block);
    else joined.push({ lists: [group.block] });
  }
  return joined;
};

/** Nests flat items by level for the stored text. Moves the elements. */
export const nestItems = (items: readonly FlatItem[]): HTMLElement[] => {
  const roots: HTMLElement[] = [];
  const open: OpenList[] = [];
  for (const item of items) {
    const { element, level, kind, start } = item;
    let list = findOpenList(open, item);
    if (!list) {
      const created = element.ownerDocument.createElement(getTag(kind));
      if (kind === 'ordered' && start !== null && start !== 1) created.setAttribute('start', String(start));
      const parent = open.at(-1)?.lastItem;
      if (parent) parent.append(created);
      else roots.push(created);
      list = { level, tag: getTag(kind), element: created };
      open.push(list);
    }
    const parentLevel = open.at(-2)?.level ?? -1;
    setIndent(element, level - parentLevel - 1);
    delete element.dataset.start;
    if (kind === 'bullet' || kind === 'ordered') delete element.dataset.list;
    list.element?.append(element);
    list.lastItem = element;
  }
  return roots;
};
