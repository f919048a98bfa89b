import { setTimeout } from 'node:timers/promises';
import type { AnyRecord } from '../../../src/shared/resource-kit/define-resource.ts';
import { type Ask, type Possible, writeUntilFailure } from '../crash-harness.ts';
import { csv, importProducts } from '../import-client.ts';
import { buildVariant } from '../product-factory.ts';
import { type ApiBody, type ApiResponse, sendTo } from '../test-server.ts';

/** `mayBeDeleted`: a deletion of the products, or its undo, has no known result. */
type Import = { jobId: string | undefined; isEnded: boolean; mayBeDeleted: boolean };

/** Confirmed writes by id; imports by the start of the names of their products. */
export type Ledger = {
  categories: Map<string, Possible>;
  products: Map<string, Possible>;
  imports: Map<string, Import>;
};

type LoadCounts = { acknowledged: number; read: number; failed: number };

type LoadOptions = { url: string; token: string; isOver: () => boolean };

const categoryClients = 3;
/** Several parts, between which other writes run. */
export const rowsPerImport = 1200;
const pauseAfterFailure = 200;

class LoadError extends Error {}

/** Responses of a server that lacks its database or its files, or is stopping. */
const isTemporary = ({ status }: Pick<ApiResponse, 'status'>) => status >= 500;
const isConnectionError = (error: unknown) => error instanceof TypeError;

/** Reads and writes until `isOver`, and keeps on after failures. Returns what must be true afterwards. */
export const runLoad = async ({ url, token, isOver }: LoadOptions) => {
  const ledger: Ledger = { categories: new Map(), products: new Map(), imports: new Map() };
  const counts: LoadCounts = { acknowledged: 0, read: 0, failed: 0 };
  const unexpected: string[] = [];
  const send = sendTo(
    () => url,
    () => token,
  );

  const ask = async (method: string, path: string, body?: unknown): Promise<ApiBody> => {
    if (isOver()) throw new LoadError('over');
    const response = await send(method, path, { body });
    if (isTemporary(response)) throw new LoadError(`status ${response.status}`);
    if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${response.body.message}`);
    if (method === 'GET') counts.read += 1;
    else counts.acknowledged += 1;
    return response.body;
  };
  const askAt =
    (base: string): Ask =>
    async (method, path, body) =>
      ((await ask(method, base + path, body)).data ?? {}) as AnyRecord;
  const askProduct = askAt('/v1/product');

  const writeProduct = async () => {
    const made = await askProduct('POST', '/', {
      name: 'Soaked',
      attributeArr: [buildVariant(), buildVariant()],
    });
    const state = { name: 'Soaked', image: String(made.imageUrl) };
    ledger.products.set(made._id, { confirmed: state, asked: [] });
    const read = await askProduct('GET', `/getById/${made._id}`);
    if (read.variantCount !== 2) throw new Error(`the product ${made._id} lost variants`);
    const changed = { ...state, name: 'Changed' };
    ledger.products.get(made._id)?.asked.push(changed);
    await askProduct('PATCH', `/updateById/${made._id}`, { name: 'Changed' });
    ledger.products.set(made._id, { confirmed: changed, asked: [] });
    const { imageUrl } = made;
    const file = await fetch(`${url}/uploads/${imageUrl}`);
    await file.arrayBuffer();
    if (!isTemporary(file) && file.status !== 200) throw new Error(`file ${imageUrl}: ${file.status}`);
    counts.read += 1;
  };

  const untilEnded = async (jobId: string) => {
    for (;;) {
      const job = await askAt('/v1/jobs')('GET', `/${jobId}`);
      if (!['waiting', 'running'].includes(String(job.state))) return;
      await setTimeout(100);
    }
  };
  const importMany = async () => {
    if (isOver()) throw new LoadError('over');
    // One word, which finds no other import.
    const start = `Import${ledger.imports.size + 1}x`;
    const entry: Import = { jobId: undefined, isEnded: false, mayBeDeleted: false };
    ledger.imports.set(start, entry);
    const rows = Array.from({ length: rowsPerImport }, (_, index) => [`${start} row ${index}`]);
    const { status, body } = await importProducts({ url, token }, csv(['Name'], ...rows), '?async=true');
    if (isTemporary({ status })) throw new LoadError(`status ${status}`);
    if (status !== 202) throw new Error(`import: ${status} ${body.message}`);
    entry.jobId = String(body.jobId);
    counts.acknowledged += 1;
    await untilEnded(entry.jobId);
    entry.isEnded = true;
  };

  let price = 0;
  /** Changes the products of an import, deletes them, and undoes both. */
  const changeMany = async () => {
    const [start, entry] = [...ledger.imports].findLast(([, { isEnded }]) => isEnded) ?? [];
    if (start === undefined || entry === undefined) throw new LoadError('no import yet');
    const filter = { query: start };
    price += 1;
    const undo = async ({ changeId }: ApiBody) => {
      if (changeId !== null) await ask('POST', `/v1/history/changes/${changeId}/revert`, {});
    };
    await undo(await ask('POST', '/v1/product/bulk', { action: 'update', filter, values: { price } }));
    entry.mayBeDeleted = true;
    const deleted = await ask('POST', '/v1/product/bulk', { action: 'delete', filter });
    await undo(deleted);
    // None, if an earlier deletion was committed without an answer.
    if (deleted.changed === rowsPerImport) entry.mayBeDeleted = false;
  };

  const repeat = async (work: () => Promise<void>) => {
    while (!isOver()) {
      try {
        await work();
      } catch (error) {
        if (isOver()) return;
        counts.failed += 1;
        if (!(error instanceof LoadError || isConnectionError(error))) unexpected.push(String(error));
        await setTimeout(pauseAfterFailure);
      }
    }
  };
  const writeCategories = () => writeUntilFailure(askAt('/v1/category'), ledger.categories);
  await Promise.all([
    ...Array.from({ length: categoryClients }, () => repeat(writeCategories)),
    repeat(writeProduct),
    repeat(importMany),
    repeat(changeMany),
  ]);
  return { ledger, counts, unexpected };
};
