/**
 * The calendar day of a time as YYYY-MM-DD, which is Sweden's date format, in the time zone of this process. On a server,
 * that is the office's.
 */
export const toLocalDay = (time: Date): string => time.toLocaleDateString('sv');

/** The name of the time zone of this process, such as Asia/Kolkata. */
export const getTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
