/** An item in double quotes, as in CSV, with its separator. */
const quoted = /^\s*"((?:[^"]|"")*)"\s*(?:[;|\n]|$)/;

/** Whether a list has one item per line; line breaks within quotes belong to their items. */
const hasMultipleLines = (text: string): boolean => text.replace(/"(?:[^"]|"")*"/g, '').includes('\n');

/** Splits a cell into items: by lines, else by semicolons or bars. A quoted item can contain any of these. */
export const splitList = (text: string): string[] => {
  const lines = text.replaceAll('\r\n', '\n');
  const items: string[] = [];
  const separator = hasMultipleLines(lines) ? /\n/ : /[;|]/;
  for (let rest = lines; rest !== ''; ) {
    const inQuotes = quoted.exec(rest);
    const end = rest.search(separator);
    const item = inQuotes?.[1] ?? rest.slice(0, end < 0 ? undefined : end);
    items.push(inQuotes ? item.replaceAll('""', '"') : item.trim());
    rest = inQuotes ? rest.slice(inQuotes[0].length) : end < 0 ? '' : rest.slice(end + 1);
  }
  return items.filter(Boolean);
};

/** Joins items into a cell that `splitList` splits into the same items. */
export const joinList = (items: readonly string[]): string =>
  items.map((item) => (/["\n\r;|]|^\s|\s$/.test(item) ? `"${item.replaceAll('"', '""')}"` : item)).join('; ');
