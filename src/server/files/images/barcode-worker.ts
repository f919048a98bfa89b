import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

// Otherwise, it would be loaded from the internet.
const wasmPath = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasmPath).buffer } });

export type Pixels = { data: Uint8ClampedArray; width: number; height: number };

/** The texts of the barcodes and QR codes in a picture. */
const read = async (pixels: Pixels): Promise<string[]> => {
  const found = await readBarcodes({ ...pixels, colorSpace: 'srgb' } as Parameters<typeof readBarcodes>[0], {
    formats: ['EAN13', 'EAN8', 'UPCA', 'UPCE', 'ITF14', 'QRCode', 'DataMatrix'],
    maxNumberOfSymbols: 8,
  });
  return found.filter(({ isValid }) => isValid).map(({ text }) => text);
};

parentPort?.on('message', async (pixels: Pixels) => {
  parentPort?.postMessage(await read(pixels).catch(() => []));
});
