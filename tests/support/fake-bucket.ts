import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

const emptyList = '<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>';

/** An S3 service with one bucket in memory that records its HEAD requests. It checks no signatures. */
export const startFakeBucket = async () => {
  const objects = new Map<string, { bytes: Buffer; modifiedAt: Date }>();
  const heads: string[] = [];
  const server = createServer(async (request, response) => {
    const { method, url = '' } = request;
    const [path = '', query = ''] = url.split('?');
    const body = await buffer(request);
    if (method === 'PUT') objects.set(path, { bytes: body, modifiedAt: new Date() });
    if (method === 'HEAD') heads.push(path);
    const found = objects.get(path);
    if (query.includes('list-type') || query.includes('delete')) response.end(emptyList);
    else if (!found) response.writeHead(404).end();
    else {
      const headers = {
        'content-length': found.bytes.length,
        'last-modified': found.modifiedAt.toUTCString(),
      };
      if (method === 'PUT') response.end();
      else response.writeHead(200, headers).end(method === 'HEAD' ? undefined : found.bytes);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const endpoint = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return {
    heads,
    filesUrl: `s3://bucket/files?${new URLSearchParams({ endpoint, region: 'us-east-1', checksums: 'when-required' })}`,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
};
