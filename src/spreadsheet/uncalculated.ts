/** Placeholder for the missing result of a formula that was never calculated. */
export const uncalculated = '\ue000uncalculated formula';

const odsEmptyCell = /<table:table-cell\b([^<>]*)\/>/g;

/** Marks formulas without a result in an ods sheet; SheetJS would silently drop these cells. */
export const markOdsFormulas = (content: Buffer): Buffer => {
  if (!content.includes('table:formula=')) return content;
  const marked = content.toString('utf8').replace(odsEmptyCell, (cell, attributes: string) => {
    if (!attributes.includes(' table:formula="')) return cell;
    if (/\boffice:(?:value|string-value|date-value|time-value|boolean-value)=/.test(attributes)) return cell;
    const otherAttributes = attributes.replace(/\b(?:table:formula|office:value-type|calcext:value-type)="[^"]*"/g, '');
    return `<table:table-cell${otherAttributes} office:value-type="string"><text:p>${uncalculated}</text:p></table:table-cell>`;
  });
  return Buffer.from(marked);
};
