/** Marks a text that was too long for a workbook's cell; an import skips such a cell. */
export const cutMark = '… [cut: a workbook’s cell holds no more. Export CSV for the whole text]';
