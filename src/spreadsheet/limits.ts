import { maxUploadBytes } from '#shared/uploads.ts';

export type SpreadsheetLimits = {
  bytes: number;
  /** Total size that a packed workbook claims to unpack to. */
  unpackedBytes: number;
  /** Highest compression ratio of a large part of a workbook. */
  maxCompressionRatio: number;
  parts: number;
  /** Rows below the header that are not empty. */
  rows: number;
  columns: number;
  cellCharacters: number;
  memoryMegabytes: number;
  /** Time of the worker, without the time that it waits for the caller. */
  milliseconds: number;
};

/** The limits of a file, and its name for messages. */
export type FileLimits = { fileName: string; limits: SpreadsheetLimits };

const megabyte = 1024 * 1024;

/** 32,767 characters is Excel's limit for a cell. */
export const defaultLimits: SpreadsheetLimits = {
  bytes: maxUploadBytes,
  unpackedBytes: 200 * megabyte,
  maxCompressionRatio: 250,
  parts: 2000,
  rows: 100_000,
  columns: 256,
  cellCharacters: 32_767,
  memoryMegabytes: 512,
  milliseconds: 60_000,
};
