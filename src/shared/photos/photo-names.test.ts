import { describe, expect, it } from 'vitest';
import { listPhotoCodes, matchPhotoName, type NamedTarget } from './photo-names.ts';

const codes = ['PEN-RED', 'PEN-RED-2', 'GLD-BK-5', 'GLD-BK-52', '4711', 'ball-pen', 'GEL', 'A5'];
const targets: NamedTarget[] = [
  ...codes.map((code) => ({ productId: code, variantId: null, code })),
  { productId: 'GEL', variantId: 'GEL-001', code: 'GEL-001' },
  { productId: 'GEL', variantId: 'GEL-002', code: 'GEL-002' },
];

const match = (path: string) => {
  const { targets: found, order, isSure } = matchPhotoName(path, targets);
  return [found.map(({ code }) => code).join(), order, isSure];
};

describe('the name of a photo', () => {
  it.each([
    ['GLD-BK-5_2.jpg', 'GLD-BK-5', 2, true],
    ['gld bk 5 (03).JPG', 'GLD-BK-5', 3, true],
    ['GLDBK5.jpg', 'GLD-BK-5', null, true],
    ['GLD_BK_52-1.png', 'GLD-BK-52', 1, true],
    ['gldbk5-front.png', 'GLD-BK-5', null, true],
    ['GLD-BK-5-1024x768.jpg', 'GLD-BK-5', null, true],
    ['GLD-BK-5 on marble 2.jpg', 'GLD-BK-5', 2, true],
    ['Ball Pen 2.jpg', 'ball-pen', 2, true],
    ['2_PEN-RED.jpg', 'PEN-RED', 2, true],
    ['PEN-RED-2_1.jpg', 'PEN-RED-2', 1, true],
    ['GEL-001.jpg', 'GEL-001', null, true],
    ['GEL-002_4.jpg', 'GEL-002', 4, true],
    ['4711_2.jpg', '4711', 2, true],
    ['GLD-BK-5/IMG_0042.jpg', 'GLD-BK-5', null, true],
    ['Pens/GLD-BK-5/3.jpg', 'GLD-BK-5', 3, true],
  ])('%s means %s', (path, code, order, isSure) => {
    expect(match(path)).toEqual([code, order, isSure]);
  });

  it.each([
    ['PEN-RED_2.jpg', 'PEN-RED-2,PEN-RED'],
    ['IMG_4711.jpg', '4711'],
    ['ball-pen on a desk.jpg', 'ball-pen'],
    ['GLD-BK-5 with ball-pen.jpg', 'ball-pen,GLD-BK-5'],
    ['PEN-RED/GLD-BK-5.jpg', 'GLD-BK-5'],
  ])('%s is uncertain', (path, found) => {
    const { targets: all, isSure } = matchPhotoName(path, targets);
    expect([all.map(({ code }) => code).sort(), isSure]).toEqual([found.split(',').sort(), false]);
  });

  it.each(['DSC_0001.jpg', 'A5.jpg', '20240513_123456.jpg', 'pen.jpg', ''])('%s means nothing', (path) => {
    expect(match(path)[0]).toBe('');
  });

  it('has the codes of its words, in any combination of neighbours', () => {
    const { keys, handles, gtins } = listPhotoCodes('x/4006381333931 A4-pad.jpg');
    expect(keys).toContain('a4pad');
    expect(handles).toContain('a4-pad');
    expect(gtins).toEqual(['4006381333931']);
  });
});
