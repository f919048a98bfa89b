type Entry = { path: string; title: string; kind: string; text: string };

const maxResults = 50;
const normalize = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
const find = (id: string): HTMLElement | null => document.getElementById(id);

/** Pages that contain all words. Those with a word at the start of their title come first. */
export const search = (entries: readonly Entry[], query: string): Entry[] => {
  const words = normalize(query).split(/\s+/).filter(Boolean);
  const rank = ({ title }: Entry) => (words.some((word) => normalize(title).startsWith(word)) ? 0 : 1);
  return entries
    .filter(({ title, kind, text }) => words.every((word) => normalize(`${title} ${kind} ${text}`).includes(word)))
    .toSorted((one, other) => rank(one) - rank(other));
};

const toRow = ({ path, title, kind }: Entry): HTMLLIElement => {
  const [row, link, name, about] = [
    document.createElement('li'),
    document.createElement('a'),
    document.createElement('strong'),
    document.createElement('span'),
  ];
  link.href = path;
  name.textContent = title;
  about.textContent = kind;
  link.append(name, about);
  row.append(link);
  return row;
};

/** Shows the results of the query in the address, and those of what is typed. */
export const showResults = async (): Promise<void> => {
  const input = find('query') as HTMLInputElement | null;
  const [results, count, browse] = [find('results'), find('count'), find('browse')];
  if (!input || !results || !count || !browse) return;
  const entries = (await (await fetch('/search.json')).json()) as Entry[];
  const show = () => {
    const query = input.value.trim();
    const found = query === '' ? [] : search(entries, query);
    results.replaceChildren(...found.slice(0, maxResults).map(toRow));
    count.textContent = query === '' ? '' : found.length === 1 ? '1 result' : `${found.length} results`;
    browse.hidden = found.length > 0;
  };
  input.value = new URLSearchParams(location.search).get('q') ?? '';
  input.addEventListener('input', show);
  show();
};
