import { toBuffer } from 'bwip-js/node';
import sharp, { type Sharp } from 'sharp';

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
const createRandom = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const [width, height] = [480, 360];

/** A picture with forms that only this seed has. */
const draw = (seed: number): Sharp => {
  const random = createRandom(seed);
  const number = (max: number) => Math.round(random() * max);
  const forms = Array.from(
    { length: 12 },
    () =>
      `<ellipse cx="${number(width)}" cy="${number(height)}" rx="${40 + number(160)}" ry="${20 + number(120)}"
        fill="hsl(${number(360)} ${30 + number(60)}% ${20 + number(60)}%)"/>`,
  );
  const background = `hsl(${number(360)} 30% ${60 + number(35)}%)`;
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
        <rect width="100%" height="100%" fill="${background}"/>${forms.join('')}</svg>`,
    ),
  );
};

export const drawPhoto = (seed: number): Promise<Buffer> => draw(seed).jpeg().toBuffer();

/** The same picture after it was cropped a little, brightened and saved smaller. */
export const drawSimilarPhoto = async (seed: number): Promise<Buffer> =>
  sharp(await drawPhoto(seed))
    .extract({ left: 6, top: 4, width: width - 12, height: height - 8 })
    .modulate({ brightness: 1.05 })
    .resize(400)
    .jpeg({ quality: 70 })
    .toBuffer();

/** A picture with a label that shows an EAN-13, slightly turned. */
export const drawPhotoWithBarcode = async (seed: number, gtin: string): Promise<Buffer> => {
  const bars = await toBuffer({ bcid: 'ean13', text: gtin, scale: 2, height: 12 });
  const label = await sharp(bars)
    .flatten({ background: '#ffffff' })
    .extend({ top: 16, bottom: 16, left: 24, right: 24, background: '#ffffff' })
    .rotate(4, { background: '#ffffff' })
    .toBuffer();
  return draw(seed)
    .composite([{ input: label, left: 90, top: 100 }])
    .jpeg()
    .toBuffer();
};

/** An EAN-13 with its check digit. */
export const makeGtin = (number: number): string => {
  const digits = `890${String(number).padStart(9, '0')}`;
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
};
