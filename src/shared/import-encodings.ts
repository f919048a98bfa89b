export const encodings = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big-endian)',
  'windows-1252': 'Windows-1252 (Western Europe)',
  macintosh: 'Mac Roman',
  'windows-1250': 'Windows-1250 (Central Europe)',
  'windows-1251': 'Windows-1251 (Cyrillic)',
  'koi8-r': 'KOI8-R (Russian)',
  shift_jis: 'Shift-JIS (Japanese)',
  'euc-jp': 'EUC-JP (Japanese)',
  gbk: 'GBK (Simplified Chinese)',
  big5: 'Big5 (Traditional Chinese)',
  'euc-kr': 'EUC-KR (Korean)',
} as const;
export type Encoding = keyof typeof encodings;

export const encodingNames = Object.keys(encodings) as [Encoding, ...Encoding[]];

export const delimiters = {
  ',': 'Comma ,',
  ';': 'Semicolon ;',
  '\t': 'Tab',
  '|': 'Vertical bar |',
} as const;
export type Delimiter = keyof typeof delimiters;
export const delimiterNames = Object.keys(delimiters) as [Delimiter, ...Delimiter[]];
