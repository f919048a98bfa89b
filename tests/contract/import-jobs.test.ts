import { describe, expect, it } from 'vitest';
import { type Job, jobSchema } from '../../src/shared/import.ts';
import { user } from '../../src/shared/resources/user.ts';
import { databaseKinds, withBlockedStatements, withDatabase } from '../support/databases.ts';
import { csv, importProducts } from '../support/import-client.ts';
import { createRecord } from '../support/record-factory.ts';
import { setUpTestServer, signIn, startTestServer, type TestServer } from '../support/test-server.ts';

const jobOn = async ({ send }: TestServer, jobId: unknown, token?: string): Promise<Job> => {
  const { status, body } = await send('GET', `/v1/jobs/${jobId}`, { token });
  expect(status).toBe(200);
  return jobSchema.parse(body.data);
};

const endedOn = async (server: TestServer, jobId: unknown): Promise<Job> => {
  for (;;) {
    const job = await jobOn(server, jobId);
    if (!['waiting', 'running'].includes(job.state)) return job;
  }
};

const count = 6000;
const manyRows = csv(['Name'], ...Array.from({ length: count }, (_, index) => [`Many ${index}`]));

describe.each(databaseKinds)('on %s', (kind) => {
  const server = setUpTestServer(kind);

  const jobOf = (jobId: unknown, token?: string) => jobOn(server, jobId, token);
  const ended = (jobId: unknown) => endedOn(server, jobId);

  it('imports in the background', async () => {
    const started = await importProducts(server, manyRows, '?async=true');
    expect([started.status, started.body.success]).toEqual([202, true]);
    const seen = new Set<string>();
    let job = await jobOf(started.body.jobId);
    while (['waiting', 'running'].includes(job.state)) {
      seen.add(job.progress.phase);
      job = await jobOf(started.body.jobId);
    }
    expect(job).toMatchObject({
      state: 'done',
      kind: 'product',
      report: { create: count, isWritten: true },
      progress: { phase: 'ended', done: count, total: count },
    });
    expect([...seen]).toContain('reading');
    await server.restart();
    expect(await jobOf(started.body.jobId)).toEqual(job);
    expect((await server.send('POST', `/v1/jobs/${job._id}/cancel`)).status).toBe(409);
    expect((await server.send('GET', '/v1/jobs/nothing')).status).toBe(404);
    const failed = await importProducts(server, 'Name,Price\nx,y', '?async=true');
    expect(await ended(failed.body.jobId)).toMatchObject({ state: 'failed', report: { failed: 1 } });
    const hostile = await importProducts(server, '', '?async=true');
    expect(await ended(hostile.body.jobId)).toMatchObject({
      state: 'failed',
      message: /empty/,
      report: null,
    });
  });

  it('hides a job from other users', async () => {
    const credentials = { email: 'other@example.com', password: 'a long password' };
    await createRecord(server.send, user, { ...credentials, role: 'SUBADMIN' });
    const token = await signIn(server.send, credentials);
    const mine = await importProducts(server, csv(['Name'], ['Mine']), '?async=true');
    expect((await server.send('GET', `/v1/jobs/${mine.body.jobId}`, { token })).status).toBe(404);
    expect((await server.send('POST', `/v1/jobs/${mine.body.jobId}/cancel`, { token })).status).toBe(404);
    await ended(mine.body.jobId);
  });

  it('writes nothing of a cancelled or interrupted import', async () => {
    const many = manyRows.replaceAll('Many', 'Cancelled');
    const started = await importProducts(server, many, '?async=true');
    const cancel = await server.send('POST', `/v1/jobs/${started.body.jobId}/cancel`);
    expect(cancel.status).toBe(200);
    expect(await ended(started.body.jobId)).toMatchObject({ state: 'cancelled', report: null });
    const broken = await importProducts(server, many, '?async=true');
    await server.restart();
    expect(await ended(broken.body.jobId)).toMatchObject({ state: 'interrupted' });
    expect((await server.send('GET', '/v1/product/?query=cancelled')).body.total).toBe(0);
  });
});

it('recovers only its own jobs after a restart', async () => {
  const server = await startTestServer('postgres');
  const { databaseUrl } = server;
  const starting = importProducts(server, csv(['Name'], ['Shared']), '?async=true');
  const stateOn = async (asked: TestServer, jobId: unknown) => (await jobOn(asked, jobId)).state;
  let other: TestServer | undefined;
  const started = await withBlockedStatements(
    {
      databaseUrl,
      statement: 'lock table product in share row exclusive mode',
      waiting: 1,
      meanwhile: async () => {
        const { jobId } = (await starting).body;
        other = await startTestServer('postgres', { databaseUrl });
        expect(await stateOn(other, jobId)).toBe('running');
        expect(await stateOn(server, jobId)).toBe('running');
        const cancel = await other.send('POST', `/v1/jobs/${jobId}/cancel`);
        expect([cancel.status, cancel.body.message]).toEqual([
          409,
          'This import is running on another server. Cancel it there.',
        ]);
      },
    },
    () => starting,
  );
  const { jobId } = started.body;
  if (!other) throw new Error('The other server was not started');
  expect((await endedOn(server, jobId)).state).toBe('done');
  expect(await stateOn(other, jobId)).toBe('done');

  // Simulates a crash of this server during the import.
  await withDatabase(server, (database) =>
    database.updateTable('job').set({ state: 'running' }).where('_id', '=', String(jobId)).execute(),
  );
  await other.restart();
  expect(await stateOn(other, jobId)).toBe('running');
  await server.restart();
  expect(await stateOn(server, jobId)).toBe('interrupted');
  await other.stop();
  await server.stop();
});
