import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { entities, fileFields, partsOfProduct } from './minimal-entities.ts';
import { admin } from './test-server.ts';

type AnyRecord = Record<string, unknown>;
type Stored = { _id: string; [field: string]: unknown };
type StubResponse = { status: number; body: AnyRecord };
type Request = { body: AnyRecord; query: URLSearchParams };
type Call = (id: string, request: Request) => StubResponse;

const ok = (body: AnyRecord): StubResponse => ({ status: 200, body });
const refuse = (status: number, message: string): StubResponse => ({
  status,
  body: { success: false, message },
});

const asBase64 = (value: AnyRecord) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The payload has only what the specification names. */
const tokenOf = ({ _id, name, role }: AnyRecord): string =>
  `${asBase64({ alg: 'HS256' })}.${asBase64({ userId: _id, role, user: { name } })}.signature`;

/** Questions about the server: allowed, although the specification does not define them. */
const isProbe = (request: string) => request === 'GET /v1/meta' || request === 'GET /v1/setup';

const readBody = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

const dataUrl = /^data:([\w/+.-]*);base64,(.*)$/s;

/** An in-memory server that implements the specification and its decisions, and nothing else. */
export class MinimalServer {
  readonly url: string;
  readonly violations: string[] = [];
  readonly written: { request: string; body: AnyRecord }[] = [];
  importAnswer: AnyRecord = { success: true, message: 'Imported' };
  /** The message after a save or a deletion; '' omits it. */
  message = 'Done';
  /** Numbers the records of each resource from 1, as tables with serial ids do. */
  hasSerialIds = false;
  readonly #server: Server;
  readonly #records = new Map<string, Stored[]>();
  readonly #uploads = new Map<string, { type: string; bytes: Buffer }>();
  readonly #calls: { pattern: RegExp; call: Call }[];
  readonly #admin: Stored;
  #count = 0;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { name, email } = admin;
    this.#admin = this.add('user', { name, email, phone: '98450', role: 'ADMIN', status: 'ACTIVE' });
    this.#calls = [...this.#extraCalls(), ...Object.keys(entities).flatMap((name) => this.#callsOf(name))];
  }

  static async start(): Promise<MinimalServer> {
    const server = createServer();
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const minimal = new MinimalServer(server);
    server.on('request', (message, response) => void minimal.#handle(message, response));
    return minimal;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }

  add(resource: string, record: AnyRecord): Stored {
    this.#count += 1;
    const serialId = String(this.recordsOf(resource).length + 1);
    const _id = this.hasSerialIds ? serialId : `${resource}-${this.#count}`;
    const stored = { _id, ...(this.#storeFiles(record) as AnyRecord) };
    this.#records.set(resource, [stored, ...this.recordsOf(resource)]);
    return stored;
  }

  recordsOf(resource: string): readonly Stored[] {
    return this.#records.get(resource) ?? [];
  }

  find(id: string): Stored | undefined {
    return [...this.#records.values()].flat().find(({ _id }) => _id === id);
  }

  /** Files arrive as `filename@@dataURL`, those of variants as plain data URLs, and are stored under a name. */
  #storeFiles(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#storeFiles(item));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, this.#storeFiles(part)]));
    }
    const found = typeof value === 'string' ? dataUrl.exec(value.replace(/^[^@]*@@/, '')) : null;
    if (!found) return value;
    const [, claimedType = '', base64 = ''] = found;
    // Tests create records with images only, and without their type.
    const type = claimedType || 'image/png';
    const name = `file-${this.#uploads.size + 1}`;
    this.#uploads.set(name, { type, bytes: Buffer.from(base64, 'base64') });
    return name;
  }

  #toRead(resource: string, { password: _never, ...record }: AnyRecord): AnyRecord {
    const names = entities[resource]?.displayNames.map((name) => {
      const referred = name.replace('Name', '');
      const found = this.recordsOf(referred).find(({ _id }) => _id === record[`${referred}Id`]);
      return [name, found?.name] as const;
    });
    return { ...record, ...Object.fromEntries(names ?? []) };
  }

  #list(resource: string, query: URLSearchParams): StubResponse {
    const known = entities[resource]?.sent ?? [];
    if (query.has('sort')) this.violations.push(`${resource} is sorted`);
    const filters = [...query].filter(([name, value]) => known.includes(name) && value !== '');
    const isFound = (record: AnyRecord) =>
      filters.every(([name, value]) => String(record[name]).toLowerCase() === value.toLowerCase());
    const found = this.recordsOf(resource).filter(isFound);
    if (query.get('forSelect') === 'true') {
      const data = found.map(({ _id, name, title, email }) => ({
        label: name ?? title ?? email,
        value: _id,
      }));
      return ok({ data, message: '' });
    }
    const size = Number(query.get('pageSize'));
    const start = Number(query.get('pageIndex')) * size;
    const data = found.slice(start, start + size).map((record) => this.#toRead(resource, record));
    return ok({ data, total: found.length, message: '' });
  }

  #read(resource: string, record: AnyRecord | undefined): StubResponse {
    return record ? ok({ data: this.#toRead(resource, record) }) : refuse(404, 'There is none');
  }

  #unspecified(body: AnyRecord, allowed: readonly string[], path = ''): string[] {
    return Object.entries(body).flatMap(([name, value]) => {
      if (!allowed.includes(name)) return [`${path}${name}`];
      const parts = partsOfProduct[name];
      if (parts && Array.isArray(value)) {
        return value.flatMap((part) => this.#unspecified(part as AnyRecord, parts, `${path}${name}.`));
      }
      const isVariantImage = path.endsWith('imagesArr.') && name === 'image';
      const isFile = typeof value === 'string' && dataUrl.test(value.replace(/^[^@]*@@/, ''));
      if (!isFile) return [];
      const isBare = dataUrl.test(value);
      return isBare === isVariantImage && (isVariantImage || fileFields.has(name))
        ? []
        : [`${path}${name} as ${value.slice(0, 30)}`];
    });
  }

  #rejectionErrors(resource: string, body: AnyRecord): StubResponse | null {
    const unknown = this.#unspecified(body, [...(entities[resource]?.sent ?? []), 'id']);
    if (unknown.length === 0) return null;
    this.violations.push(`${resource}: ${[...new Set(unknown)].join(', ')}`);
    return refuse(400, `Unknown field: ${unknown.join(', ')}`);
  }

  #saved(): StubResponse {
    return ok(this.message ? { message: this.message } : {});
  }

  #create(resource: string, { id: _none, ...body }: AnyRecord): StubResponse {
    this.add(resource, body);
    return this.#saved();
  }

  #update(resource: string, body: AnyRecord): StubResponse {
    const record = this.recordsOf(resource).find(({ _id }) => _id === body.id);
    if (!record) return refuse(404, 'There is none');
    const { id: _same, ...changes } = body;
    Object.assign(record, this.#storeFiles(changes));
    return this.#saved();
  }

  #remove(resource: string, id: string): StubResponse {
    this.#records.set(
      resource,
      this.recordsOf(resource).filter(({ _id }) => _id !== id),
    );
    return this.#saved();
  }

  #callsOf(resource: string): { pattern: RegExp; call: Call }[] {
    const kind = entities[resource]?.calls;
    const on = (request: string, call: Call) => ({ pattern: new RegExp(`^${request}$`), call });
    const writing =
      (write: (body: AnyRecord) => StubResponse): Call =>
      (id, { body }) =>
        this.#rejectionErrors(resource, body) ??
        (id && body.id !== id ? refuse(400, 'The payload lacks the id') : write(body));
    const create = writing((body) => this.#create(resource, body));
    const update = writing((body) => this.#update(resource, body));
    const put = writing((body) => (body.id ? this.#update(resource, body) : this.#create(resource, body)));
    const first = () => this.#read(resource, this.recordsOf(resource)[0]);
    const byId: Call = (id) =>
      this.#read(
        resource,
        this.recordsOf(resource).find(({ _id }) => _id === id),
      );
    const base = `/v1/${resource}/`;
    const isSingleton = kind === 'single' || kind === 'posted';
    return [
      on(`POST ${base}${kind === 'user' ? 'create-user' : ''}`, kind === 'posted' ? put : create),
      on(`PATCH ${base}updateById/${kind === 'idInBody' ? '' : '([^/]+)'}`, update),
      on(`DELETE ${base}deleteById/([^/]+)`, (id) => this.#remove(resource, id)),
      on(`GET ${base}`, (_id, { query }) => this.#list(resource, query)),
      isSingleton
        ? on(`GET ${base}getById`, first)
        : on(`GET ${base}${kind === 'idInBody' ? 'getDataById' : 'getById'}/([^/]+)`, byId),
    ];
  }

  #extraCalls(): { pattern: RegExp; call: Call }[] {
    const token = () => tokenOf(this.#admin);
    const childrenOf = (resource: string, key: string, id: string) =>
      this.recordsOf(resource).filter((record) => record[key] === id);
    return [
      {
        pattern: /^POST \/v1\/user\/login$/,
        call: (_id, { body }) =>
          body.email === admin.email && body.password === admin.password
            ? ok({ success: true, message: 'Login Successfully', token: token() })
            : { status: 401, body: { success: false, token: '', message: 'Wrong' } },
      },
      {
        pattern: /^GET \/v1\/user\/authorization$/,
        call: () => ok({ success: true, token: token() }),
      },
      {
        pattern: /^GET \/v1\/attribute\/getAttributeWithValue$/,
        call: () =>
          ok({
            data: this.recordsOf('attribute').map(({ _id, name }) => {
              const values = childrenOf('attributeValue', 'attributeId', _id);
              return { _id, name, attributeValueArr: values.map((value) => ({ ...value, checked: false })) };
            }),
          }),
      },
      {
        pattern: /^GET \/v1\/category\/getNestedCategory$/,
        call: () =>
          ok({
            data: this.recordsOf('category').map((category) => ({
              ...category,
              subCategoryArr: childrenOf('subCategory', 'categoryId', category._id),
            })),
          }),
      },
      { pattern: /^POST \/v1\/product\/upload-csv$/, call: () => ok(this.importAnswer) },
    ];
  }

  async #handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(message.url ?? '/', this.url);
    const upload = this.#uploads.get(pathname.replace('/uploads/', ''));
    if (upload) {
      response.writeHead(200, { 'content-type': upload.type }).end(upload.bytes);
      return;
    }
    const bytes = await readBody(message);
    const isForm = message.headers['content-type']?.startsWith('multipart/form-data');
    const body = isForm ? {} : (JSON.parse(bytes.toString() || '{}') as AnyRecord);
    const { status, body: stubResponse } = this.#respond(`${message.method} ${pathname}`, message, {
      body,
      query,
    });
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(stubResponse));
  }

  #respond(request: string, { headers }: IncomingMessage, { body, query }: Request): StubResponse {
    for (const { pattern, call } of this.#calls) {
      const found = pattern.exec(request);
      if (!found) continue;
      if (!request.endsWith('/user/login') && !headers.authorization) return refuse(401, 'Sign in');
      if (/^(POST|PATCH) /.test(request)) this.written.push({ request, body });
      return call(decodeURIComponent(found[1] ?? ''), { body, query });
    }
    if (!isProbe(request)) this.violations.push(`${request} is no call of the specification`);
    return refuse(404, 'There is no such call');
  }
}
