/** Placeholder for the missing result of a formula that was never calculated. */
export const uncalculated = '\ue000uncalculated formula';

const xlsxFormula =
  /<((?:\w+:)?)c\b([^<>]*)>\s*(?:<\1f\b[^<>]*\/>|<\1f\b[^<>]*>[^<]*<\/\1f>)(?:\s*(<\1v\s*\/>|<\1v>\s*<\/\1v>))?\s*<\/\1c>/g;

const odsEmptyCell = /<table:table-cell\b([^<>]*)\/>/g;

/** Marks formulas without a result in an xlsx sheet; SheetJS would silently drop these cells. */
export const markXlsxFormulas = (content: Buffer): Buffer => {
  if (!/<(?:\w+:)?f\b/.test(content.toString('latin1'))) return content;
  const marked = content
    .toString('utf8')
    .replace(xlsxFormula, (cell, prefix: string, attributes: string, result: string | undefined) => {
      const type = /\bt="(\w+)"/.exec(attributes)?.[1];
      // An empty text is a result.
      if (type === 'str' && result !== undefined) return cell;
      const otherAttributes = attributes.replace(/\bt="\w*"/, '');
      return `<${prefix}c${otherAttributes} t="str"><${prefix}v>${uncalculated}</${prefix}v></${prefix}c>`;
    });
  return Buffer.from(marked);
};

export const markOdsFormulas = (content: Buffer): Buffer => {
  if (!content.includes('table:formula=')) return content;
  const marked = content.toString('utf8').replace(odsEmptyCell, (cell, attributes: string) => {
    if (!attributes.includes(' table:formula="')) return cell;
    if (/\boffice:(?:value|string-value|date-value|time-value|boolean-value)=/.test(attributes)) return cell;
    const otherAttributes = attributes.replace(
      /\b(?:table:formula|office:value-type|calcext:value-type)="[^"]*"/g,
      '',
    );
    return `<table:table-cell${otherAttributes} office:value-type="string"><text:p>${uncalculated}</text:p></table:table-cell>`;
  });
  return Buffer.from(marked);
};
