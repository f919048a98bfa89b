import type { ImportReport } from '../../src/shared/import.ts';
import { uploadSpreadsheet } from './import-client.ts';
import { getProduct } from './product-factory.ts';
import type { TestServer } from './test-server.ts';

export const productFiles = (server: TestServer) => {
  const upload = async (
    content: string | Uint8Array<ArrayBuffer>,
    { name = 'products.csv', fields = {} }: { name?: string; fields?: Record<string, string> } = {},
  ): Promise<ImportReport | undefined> =>
    (await uploadSpreadsheet(server, '/v1/product/upload-csv', { content, name, fields })).body.report;
  const find = async (name: string) => {
    const { body } = await server.send('GET', `/v1/product/?query=${encodeURIComponent(name)}`);
    const [first] = body.data as { _id: string }[];
    return getProduct(server.send, first?._id ?? '');
  };
  return { upload, find };
};
