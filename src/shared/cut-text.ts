/** Marks a text that was too long for an Excel cell; an import skips such a cell. */
export const truncationMarker = '… [shortened: an Excel cell can’t hold more. Export as CSV for the full text]';

/** The mark in workbooks that earlier versions exported. */
const legacyMarker = '… [cut: a workbook’s cell holds no more. Export CSV for the whole text]';

export const isTruncated = (text: string): boolean => text.endsWith(truncationMarker) || text.endsWith(legacyMarker);
