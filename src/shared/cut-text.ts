/** Marks a text that was too long for an Excel cell; an import skips such a cell. */
export const cutMark = '… [shortened: an Excel cell can’t hold more. Export as CSV for the full text]';

/** The mark in workbooks that earlier versions exported. */
const earlierMark = '… [cut: a workbook’s cell holds no more. Export CSV for the whole text]';

export const isCutText = (text: string): boolean => text.endsWith(cutMark) || text.endsWith(earlierMark);
