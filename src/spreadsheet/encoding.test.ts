import { expect, it } from 'vitest';
import type { Encoding } from '#shared/import-columns.ts';
import { decode, detectEncoding, toText } from './encoding.ts';

// Created with `iconv -f utf-8 -t ENCODING | base64`.
const samples: readonly (readonly [Encoding, string, string])[] = [
  ['shift_jis', '商品名,価格,在庫\nボールペン,120,10\n', 'j6SVaZa8LIm/imksjd2MyQqDe4Fbg4uDeYOTLDEyMCwxMAo='],
  ['shift_jis', '商品名;価格\n鉛筆;100\n', 'j6SVaZa8O4m/imkKiZSVTTsxMDAK'],
  ['shift_jis', '名前,price\nｶﾀｶﾅ,100\n', 'lryRTyxwcmljZQq2wLbFLDEwMAo='],
  ['euc-jp', '商品名,価格,在庫\nボールペン,120,10\n', 'vqbJysy+LLLBs8osut+4ywql3KG8peul2qXzLDEyMCwxMAo='],
  ['gbk', '名称,价格,颜色\n圆珠笔,12.50,蓝色\n', 'w/uzxiy827jxLNHVyasK1LLW6bHKLDEyLjUwLMC2yasK'],
  ['gbk', 'name,price\n钢笔,12\n', 'bmFtZSxwcmljZQq41rHKLDEyCg=='],
  ['big5', '名稱,價格\n原子筆,12\n', 'ple62Sy7+a7mCq3spGy1pywxMgo='],
  ['euc-kr', '이름,가격\n볼펜,1200\n', 'wMy4pyywobDdCrq8xuYsMTIwMAo='],
  ['windows-1251', 'Название,Цена\nРучка шариковая,12\n', 'zeDn4uDt6OUs1uXt4ArQ8/fq4CD44PDo6u7i4P8sMTIK'],
  ['windows-1251', 'name;price\nРучка;5\n', 'bmFtZTtwcmljZQrQ8/fq4Ds1Cg=='],
  ['koi8-r', 'Название,Цена\nРучка шариковая,12\n', '7sHa18HOycUs48XOwQry1d7LwSDbwdLJy8/XwdEsMTIK'],
  ['windows-1252', 'Artikel;Preis\nFüller Größe M;12,50 €\n', 'QXJ0aWtlbDtQcmVpcwpG/GxsZXIgR3L232UgTTsxMiw1MCCACg=='],
  ['windows-1252', 'name;price\nCafé – “Noir”;1,5\n', 'bmFtZTtwcmljZQpDYWbpIJYgk05vaXKUOzEsNQo='],
  ['windows-1252', 'name;price\nPen;£5\nHeft 5×7 ½;3\n', 'bmFtZTtwcmljZQpQZW47ozUKSGVmdCA11zcgvTszCg=='],
  [
    'macintosh',
    'Artikel;Preis\nFüller Größe M;12,50\nCafé;3\n',
    'QXJ0aWtlbDtQcmVpcwpGn2xsZXIgR3Kap2UgTTsxMiw1MApDYWaOOzMK',
  ],
  ['macintosh', 'name;price\nCafé – “Noir”;1,5\n', 'bmFtZTtwcmljZQpDYWaOINAg0k5vaXLTOzEsNQo='],
  ['windows-1250', 'Nazwa;Cena\nDługopis żółty;12,50\n', 'TmF6d2E7Q2VuYQpEs3Vnb3BpcyC/87N0eTsxMiw1MAo='],
];

it.each(samples)('%s is detected in a short table: %j', (encoding, text, base64) => {
  const bytes = Buffer.from(base64, 'base64');
  expect(detectEncoding(bytes)).toBe(encoding);
  expect(decode(bytes, encoding)).toBe(text);
});

it('UTF-8 with a few invalid bytes stays UTF-8', () => {
  const bytes = Buffer.concat([
    Buffer.from('name;price\nCafé Größe Ñandú;1\nCaf'),
    Buffer.from([0xe9]),
    Buffer.from(';2\n'),
  ]);
  expect(detectEncoding(bytes)).toBe('utf-8');
  const { text, isDamaged } = toText(bytes, 'utf-8');
  expect([text, isDamaged]).toEqual(['name;price\nCafé Größe Ñandú;1\nCaf\ufffd;2\n', true]);
});

it.each(['utf-16le', 'utf-16be'] as const)('%s is detected without a byte order mark', (encoding) => {
  // The low byte of 一 is zero.
  const text = '商品名,価格\n一番,120\n';
  const bytes = Buffer.from(text, 'utf16le');
  expect(detectEncoding(encoding === 'utf-16be' ? bytes.swap16() : bytes)).toBe(encoding);
});

it('UTF-8 with stray NUL bytes stays UTF-8', () => {
  expect(detectEncoding(Buffer.from('name,price\nPen\0\0,1\nInk\0,2\n'))).toBe('utf-8');
});

it('binary data has no encoding', () => {
  expect(detectEncoding(Buffer.from([1, 0, 2, 0, 0, 7, 9, 0, 1]))).toBeNull();
});
