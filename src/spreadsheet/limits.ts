import { maxUploadBytes } from '#shared/uploads.ts';

/** How much of a spreadsheet is read before it is refused. */
export type SpreadsheetLimits = {
  /** Of the file as it was sent. */
  bytes: number;
  /** Of everything that a packed workbook claims to unpack to. */
  unpackedBytes: number;
  /** How many times larger than packed one large part of a workbook may be. */
  packRatio: number;
  /** Parts in a packed workbook. */
  parts: number;
  /** Rows that hold something, the titles not counted. */
  rows: number;
  columns: number;
  cellCharacters: number;
  /** Heap of the worker that reads. */
  memoryMegabytes: number;
  /** Time that the worker may take, waiting for the caller not counted. */
  milliseconds: number;
};

const megabyte = 1024 * 1024;

/** What applies unless the caller says otherwise. 32,767 characters is what a cell holds in Excel. */
export const defaultLimits: SpreadsheetLimits = {
  bytes: maxUploadBytes,
  unpackedBytes: 200 * megabyte,
  packRatio: 250,
  parts: 2000,
  rows: 100_000,
  columns: 256,
  cellCharacters: 32_767,
  memoryMegabytes: 512,
  milliseconds: 60_000,
};
