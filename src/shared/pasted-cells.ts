const errorText =
  /^(?:#(?:NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|N\/A|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!|ERROR!|NV|WERT!|BEZUG!|ZAHL!)|#{3,}|Err:\d{3})$/;

/** Whether a spreadsheet shows an error, or `####` for a number that is wider than its column. */
export const isErrorText = (text: string): boolean => errorText.test(text);

/** Excel writes a long number as 8.90123E+12, without its last digits. */
export const isShortenedNumber = (text: string): boolean => /^\d(?:[.,]\d+)?E\+\d{2}$/i.test(text);
