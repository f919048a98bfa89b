import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import Database from 'better-sqlite3';
import Fastify from 'fastify';

// The least that our server does for a list: Fastify with security headers, a rate limit and the session check.
const [file = '', queries = '[]', sessionId = ''] = process.argv.slice(2);
const database = new Database(file, { readonly: true });
const prepared = (JSON.parse(queries) as { rows: string; total: string }[]).map(({ rows, total }) => ({
  rows: database.prepare<unknown[], { files: string }>(rows),
  total: database.prepare<unknown[], { total: number }>(total),
}));
const findSession = database.prepare(
  'select role, expiresAt from session join user on user._id = userId where session._id = ?',
);

const app = Fastify({ logger: { level: 'error' } });
await app.register(helmet);
await app.register(rateLimit, { max: 1_000_000 });
app.get<{ Params: { query: number } }>(
  '/:query',
  { schema: { params: { type: 'object', properties: { query: { type: 'integer' } } } } },
  async ({ params }) => {
    findSession.get(sessionId);
    const query = prepared[params.query];
    const data = query?.rows.all().map((row) => ({ ...row, files: JSON.parse(row.files) }));
    return { data, total: query?.total.get()?.total };
  },
);
console.log(JSON.stringify({ url: await app.listen({ port: 0, host: '127.0.0.1' }) }));
