import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { startServer } from '../../scripts/lib/server.ts';
import { compare } from './support/measure.ts';

/** How much a page of 20 FAQs costs through HTTP, sign-in check and all, beside the bare queries: the limit. */
const count = 20_000;
const admin = { email: 'bench@example.com', password: 'correct horse battery' };

const dataDir = mkdtempSync(join(tmpdir(), 'bench-'));
const server = await startServer({
  args: ['--port', '0', '--data', dataDir],
  env: {
    BACKOFFICE_ADMIN_EMAIL: admin.email,
    BACKOFFICE_ADMIN_PASSWORD: admin.password,
    BACKOFFICE_LOG_LEVEL: 'error',
  },
});
const database = new Database(join(dataDir, 'backoffice.db'));

const fill = () => {
  const insert = database.prepare(
    `insert into faq (_id, name, description, search, createdAt, updatedAt) values (?, ?, ?, ?, ?, ?)`,
  );
  const moment = new Date().toISOString();
  database.transaction(() => {
    for (let index = 0; index < count; index += 1) {
      const name = `Question ${index} about ${index % 100 === 0 ? 'ink' : 'paper'}`;
      const id = `01a00000-0000-7000-8000-${String(index).padStart(12, '0')}`;
      insert.run(id, name, `<p>Answer ${index}</p>`, `${name} answer ${index}`.toLowerCase(), moment, moment);
    }
  })();
};

const signIn = async (): Promise<string> => {
  const answer = await fetch(`${server.url}/v1/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  return ((await answer.json()) as { token: string }).token;
};

type Page = { data: { _id: string }[]; total: number };

const columns = '_id, name, description, status, version, createdAt, updatedAt';

const bare = (where: string, parameters: readonly string[]): Page => ({
  data: database
    .prepare(`select ${columns} from faq ${where} order by _id desc limit 20`)
    .all(...parameters) as Page['data'],
  total: (database.prepare(`select count(*) as total from faq ${where}`).get(...parameters) as Page).total,
});

try {
  fill();
  const headers = { authorization: `Bearer ${await signIn()}` };
  const throughHttp = async (query: string) =>
    (await (await fetch(`${server.url}/v1/faq/?pageSize=20${query}`, { headers })).json()) as Page;
  const cases = [
    { title: `20 of ${count} FAQs`, where: '', parameters: [], query: '' },
    {
      title: `20 of ${count} FAQs by search`,
      where: 'where search like ?',
      parameters: ['%ink%'],
      query: '&query=ink',
    },
  ];
  for (const { title, where, parameters, query } of cases) {
    const [wanted, got] = [bare(where, parameters), await throughHttp(query)];
    assert.equal(got.total, wanted.total);
    assert.deepEqual(
      got.data.map(({ _id }) => _id),
      wanted.data.map(({ _id }) => _id),
    );
    await compare({
      title,
      rounds: 200,
      contenders: [
        { name: 'bare queries (the limit)', run: () => bare(where, parameters) },
        { name: 'GET /v1/faq/', run: () => throughHttp(query) },
      ],
    });
  }
} finally {
  database.close();
  const ended = once(server.process, 'exit');
  server.process.kill();
  await ended;
  rmSync(dataDir, { recursive: true });
}
