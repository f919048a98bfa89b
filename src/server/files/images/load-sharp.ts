import { fstatSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import type { SharpConstructor } from 'sharp';

// The build declares `require` in some modules.
const fromHere = createRequire(import.meta.url);

/**
 * Makes sharp use WebAssembly in Electron, whose GLib on Linux clashes with the one in sharp's binary. The packaged app
 * has no binary, but `node_modules` does when the app runs from source.
 */
const preferWebAssembly = (): void => {
  const webAssembly: unknown = fromHere('@img/sharp-wasm32/sharp.node');
  try {
    const binary = fromHere.resolve(`@img/sharp-${process.platform}-${process.arch}/sharp.node`);
    const module = new Module(binary);
    fromHere.cache[binary] = Object.assign(module, { exports: webAssembly, loaded: true });
  } catch {
    // No binary is installed, so sharp falls back to WebAssembly.
  }
};

/**
 * Throws if a standard stream can't be used. WebAssembly opens all of them as it starts, where an error would end the
 * process instead of rejecting the import; its threads open the two for output.
 */
const checkStandardStreams = (): void => {
  for (const stream of [0, process.stdout.fd, process.stderr.fd]) fstatSync(stream);
};

const load = async (): Promise<SharpConstructor | null> => {
  try {
    checkStandardStreams();
    if (process.versions.electron) preferWebAssembly();
    const { default: sharp } = await import('sharp');
    // Each image is decoded once, so caching would only cost memory.
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  } catch (error) {
    process.emitWarning(`Images are stored without being checked: ${String(error)}`);
    return null;
  }
};

let loading: Promise<SharpConstructor | null> | undefined;

/** Loads sharp on first use; null if it doesn't run on this system. */
export const loadSharp = (): Promise<SharpConstructor | null> => {
  loading ??= load();
  return loading;
};
