import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createCanvas } from '@napi-rs/canvas';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';

type Pixels = { data: Uint8ClampedArray; width: number; height: number };

/** Draws the pages of a PDF, one after the other. */
async function* drawPages(bytes: Uint8Array, scale: number): AsyncGenerator<Pixels> {
  const document = await getDocument({ data: new Uint8Array(bytes) }).promise;
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const viewport = page.getViewport({ scale });
    const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
    const context = canvas.getContext('2d');
    await page.render({ canvas: canvas as never, canvasContext: context as never, viewport }).promise;
    yield context.getImageData(0, 0, canvas.width, canvas.height);
    page.cleanup();
  }
}

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');

/** The texts of the codes on each page, as a scanner reads them. */
export const readCodes = async (bytes: Uint8Array, formats: ReaderOptions['formats']): Promise<string[][]> => {
  prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm).buffer as ArrayBuffer } });
  const pages: string[][] = [];
  for await (const pixels of drawPages(bytes, 3)) {
    const found = await readBarcodes(pixels as ImageData, { formats: formats ?? [], maxNumberOfSymbols: 255 });
    pages.push(found.filter(({ isValid }) => isValid).map(({ text }) => text));
  }
  return pages;
};

/** Numbers of the pages whose pixels differ, or that only one of the documents has. */
export const findDifferentPages = async (before: Uint8Array, after: Uint8Array): Promise<number[]> => {
  const [one, other] = [drawPages(before, 1), drawPages(after, 1)];
  const different: number[] = [];
  for (let number = 1; ; number += 1) {
    const [first, second] = [await one.next(), await other.next()];
    if (first.done && second.done) return different;
    const isEqual =
      !first.done && !second.done && Buffer.from(first.value.data.buffer).equals(Buffer.from(second.value.data.buffer));
    if (!isEqual) different.push(number);
  }
};
