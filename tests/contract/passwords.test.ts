import { hash } from '@node-rs/argon2';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { admin } from '../support/database-templates.ts';
import { anyDatabase, withDatabase } from '../support/databases.ts';
import { setUpTestServer, startTestServer, type TestServer } from '../support/test-server.ts';

const password = 'seven green teapots';
const own = 'a lamp beside the river';
let count = 0;

type Person = { _id: string; name: string; email: string };

const createPerson = async ({ send }: Pick<TestServer, 'send'>, changes: object = {}): Promise<Person> => {
  count += 1;
  const person = { name: 'Wilhelmina Tate', email: `wtate${count}@example.com`, role: 'SUBADMIN', password };
  const { status, body } = await send('POST', '/v1/user/', { body: { ...person, ...changes } });
  expect([status, body.message]).toEqual([200, 'User created']);
  return body.data as AnyRecord as Person;
};

const loginTo = ({ send }: Pick<TestServer, 'send'>, body: object) =>
  send('POST', '/v1/user/login', { token: null, body });

describe.each(anyDatabase)('on %s', (kind) => {
  const server = setUpTestServer(kind);
  const login = (body: object) => loginTo(server, body);
  const setPassword = (id: string, next: string) =>
    server.send('PATCH', `/v1/user/updateById/${id}`, { body: { password: next } });

  describe('a new password', () => {
    let person: Person;
    beforeAll(async () => {
      person = await createPerson(server);
    });

    it.each([
      ['is common', 'qwertyuiop'],
      ['is a common one with digits', 'Password2024!'],
      ['repeats one character', 'aaaaaaaaaaaa'],
      ['is made of the name', 'WilhelminaTate1'],
      ['is made of the email', 'wtate1@example.com'],
      ['is made of the product’s name', 'Catalogue2026!!'],
      ['is made of the company’s name', 'SayaSaya2026!'],
    ])('is rejected if it %s', async (_what, weak) => {
      const { status, body } = await setPassword(person._id, weak);
      expect([weak, status, body.errors?.[0]?.field]).toEqual([weak, 400, 'password']);
    });

    it('is rejected if it has spaces around fewer than 10 characters', async () => {
      const { body } = await setPassword(person._id, '    teapot    ');
      expect(body.errors?.[0]?.message).toBe('Password must be at least 10 characters');
    });

    it.each(['seven green teapots too', '4Xk!pq9zLm', '  padded but long  '])('may be %j', async (good) => {
      expect((await setPassword(person._id, good)).status).toBe(200);
      const { body } = await login({ email: person.email, password: good });
      expect(body.mustChangePassword).toBe(true);
    });
  });

  it('upgrades an old hash at the next login', async () => {
    const passwordHash = await hash(admin.password, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    const { data } = (await server.send('GET', `/v1/user/?query=${admin.email}`)).body;
    const userId = (data as Person[])[0]?._id ?? '';
    const readHash = () =>
      withDatabase(server, (database) =>
        database.selectFrom('credential').select('passwordHash').where('userId', '=', userId).executeTakeFirst(),
      );
    await withDatabase(server, (database) =>
      database.updateTable('credential').set({ passwordHash }).where('userId', '=', userId).execute(),
    );
    expect((await login({ email: admin.email, password: 'wrong' })).status).toBe(401);
    expect(await readHash()).toEqual({ passwordHash });
    expect((await login(admin)).status).toBe(200);
    expect((await readHash())?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await login(admin)).status).toBe(200);
  });

  describe('a password that an admin set', () => {
    it('gives no session until the user has changed it', async () => {
      const { email } = await createPerson(server);
      const first = await login({ email, password });
      expect([first.status, first.body]).toEqual([
        403,
        {
          success: false,
          message: 'Choose your own password to continue',
          token: '',
          mustChangePassword: true,
        },
      ]);
      for (const [newPassword, message] of [
        [password, 'different'],
        ['wilhelmina tate', 'too easy to guess'],
        ['short', 'at least 10 characters'],
      ] as const) {
        const { status, body } = await login({ email, password, newPassword });
        expect([status, body.errors?.[0]]).toEqual([
          400,
          { field: 'newPassword', message: expect.stringContaining(message) },
        ]);
      }
      expect((await login({ email, password: 'wrong one', newPassword: own })).status).toBe(401);
      expect((await login({ email, password, newPassword: own })).status).toBe(200);
      expect((await login({ email, password: own })).status).toBe(200);
      expect((await login({ email, password })).status).toBe(401);
    });

    it('must be changed after each time', async () => {
      const { _id, email } = await createPerson(server);
      const { body } = await login({ email, password, newPassword: own });
      expect((await setPassword(_id, password)).status).toBe(200);
      expect((await server.send('GET', '/v1/faq/', { token: body.token ?? '' })).status).toBe(401);
      expect((await login({ email, password })).body.mustChangePassword).toBe(true);
    });

    it('needn’t be changed by the admin who set it for themselves', async () => {
      const { body } = await server.send('GET', `/v1/user/?query=${admin.email}`);
      const id = (body.data as Person[])[0]?._id ?? '';
      expect((await setPassword(id, admin.password)).status).toBe(200);
      await server.signInAgain();
    });
  });

  describe('a one-time code', () => {
    let person: Person;
    let code: string;
    const createCode = async (id: string) =>
      (await server.send('POST', `/v1/user/${id}/password-reset`)).body.data as {
        code: string;
        expiresAt: string;
      };
    const reset = (body: object) => server.send('POST', '/v1/user/password-reset', { token: null, body });
    beforeEach(async () => {
      person = await createPerson(server);
      code = (await createCode(person._id)).code;
    });

    it('sets a new password once, and ends the sessions', async () => {
      const { email } = person;
      const session = (await login({ email, password, newPassword: own })).body.token ?? '';
      const next = 'the kettle sings at dawn';
      expect((await reset({ code, password: 'wilhelmina tate' })).body.errors?.[0]?.field).toBe('password');
      expect((await reset({ code: ` ${code.toLowerCase()} `, password: next })).status).toBe(200);
      expect((await server.send('GET', '/v1/faq/', { token: session })).status).toBe(401);
      expect((await login({ email, password: next })).status).toBe(200);
      const again = await reset({ code, password: own });
      expect([again.status, again.body.errors?.[0]?.field]).toEqual([403, 'code']);
    });

    it('works once for simultaneous requests', async () => {
      const responses = await Promise.all(
        Array.from({ length: 5 }, (_, index) => reset({ code, password: `${own} ${index}` })),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403, 403]);
    });

    it('is valid for 15 minutes and stored as a hash', async () => {
      const { code: latest, expiresAt } = await createCode(person._id);
      const minutes = (Date.parse(expiresAt) - Date.now()) / 60_000;
      expect(Math.round(minutes)).toBe(15);
      expect((await reset({ code, password: own })).status).toBe(403);
      const rows = await withDatabase(server, (database) => database.selectFrom('passwordReset').selectAll().execute());
      expect(JSON.stringify(rows)).not.toContain(latest.replaceAll('-', '').slice(0, 8));
      await withDatabase(server, (database) =>
        database.updateTable('passwordReset').set({ expiresAt: new Date().toISOString() }).execute(),
      );
      expect((await reset({ code: latest, password: own })).status).toBe(403);
    });

    it('isn’t stored as the response to an idempotent request', async () => {
      const path = `/v1/user/${person._id}/password-reset`;
      const { body } = await server.send('POST', path, { headers: { 'idempotency-key': 'a-code' } });
      const kept = await withDatabase(server, (database) =>
        database.selectFrom('idempotencyKey').select('body').execute(),
      );
      expect(JSON.stringify(kept)).not.toContain((body.data as { code: string }).code);
    });

    it('lets a user in who was locked out', async () => {
      const { email } = person;
      for (let attempt = 0; attempt < 6; attempt += 1) await login({ email, password: 'wrong' });
      expect((await login({ email, password })).status).toBe(429);
      expect((await reset({ code, password: own })).status).toBe(200);
      expect((await login({ email, password: own })).status).toBe(200);
    });

    it('is for active users who may log in', async () => {
      const user = await createPerson(server, { role: 'USER', password: undefined });
      const inactive = await createPerson(server, { status: 'INACTIVE' });
      for (const { _id } of [user, inactive]) {
        expect((await server.send('POST', `/v1/user/${_id}/password-reset`)).status).toBe(409);
      }
      await server.send('PATCH', `/v1/user/updateById/${person._id}`, { body: { status: 'INACTIVE' } });
      expect((await reset({ code, password: own })).status).toBe(403);
    });
  });

  it('can’t be requested by email without a mail server', async () => {
    const { body: meta } = await server.send('GET', '/v1/meta', { token: null });
    expect(meta.sendsMail).toBe(false);
    const request = { token: null, body: { email: admin.email } };
    expect((await server.send('POST', '/v1/user/password-reset/request', request)).status).toBe(409);
  });
});

describe.each(anyDatabase)('with a mail server, on %s', (kind) => {
  let server: TestServer;
  const mails: string[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      let text = '';
      stream.on('data', (chunk) => {
        text += chunk;
      });
      stream.on('end', () => {
        // Undoes quoted-printable.
        mails.push(text.replace(/=\r\n/g, '').replace(/=3D/g, '='));
        done();
      });
    },
  });

  beforeAll(async () => {
    await new Promise<void>((listening) => smtp.listen(0, '127.0.0.1', () => listening()));
    const address = smtp.server.address();
    const port = typeof address === 'object' ? address?.port : '';
    const mail = { smtpUrl: `smtp://127.0.0.1:${port}`, from: 'office@example.com' };
    server = await startTestServer(kind, { mail, publicUrl: 'https://office.example.com' });
  });
  afterAll(async () => {
    await server.stop();
    await new Promise<void>((closed) => smtp.close(() => closed()));
  });

  const request = (email: string) =>
    server.send('POST', '/v1/user/password-reset/request', { token: null, body: { email } });

  it('emails a code to accounts, with the same answer for all', async () => {
    const { body: meta } = await server.send('GET', '/v1/meta', { token: null });
    expect(meta.sendsMail).toBe(true);
    const { email } = await createPerson(server);
    const answers = [await request('nobody@example.com'), await request(email)];
    expect(answers[0]?.status).toBe(200);
    expect(answers[0]?.body).toEqual(answers[1]?.body);

    await expect.poll(() => mails.length).toBe(1);
    const [mail = ''] = mails;
    expect(mail).toMatch(new RegExp(`^To: ${email}\\r?$`, 'm'));
    const code = /^[A-Z0-9]{4}(?:-[A-Z0-9]{4}){3}/m.exec(mail)?.[0] ?? '';
    expect(mail).toContain(`https://office.example.com/#reset=${code}`);
    const body = { code, password: own };
    expect((await server.send('POST', '/v1/user/password-reset', { token: null, body })).status).toBe(200);
    expect((await loginTo(server, { email, password: own })).status).toBe(200);
  });

  it('sends an account at most three emails in an hour', async () => {
    mails.length = 0;
    const { email } = await createPerson(server);
    for (let index = 0; index < 5; index += 1) expect((await request(email)).status).toBe(200);
    const other = await createPerson(server);
    await request(other.email);
    await expect.poll(() => mails.some((mail) => mail.includes(other.email))).toBe(true);
    expect(mails.filter((mail) => mail.includes(email)).length).toBeLessThanOrEqual(3);
  });
});
