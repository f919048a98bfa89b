import { expect } from '@playwright/test';
import { admin } from './test-server.ts';

type ApiResponse = {
  status: number;
  body: { data?: unknown; message?: string; token?: string; errors?: unknown };
};
type AnyRecord = { _id: string } & Record<string, unknown>;

/** An API client beside the app: prepares a test's data and reads stored records. */
export class Api {
  readonly #base: () => string;
  readonly #credentials: { email: string; password: string };
  readonly #headers: Record<string, string>;
  #token: string | null = null;

  constructor(
    base: () => string,
    credentials: { email: string; password: string } = admin,
    headers: Record<string, string> = {},
  ) {
    this.#base = base;
    this.#credentials = credentials;
    this.#headers = headers;
  }

  async call(method: string, path: string, body?: unknown): Promise<ApiResponse> {
    const isJson = body !== undefined && !(body instanceof FormData);
    const response = await fetch(`${this.#base()}/v1${path}`, {
      method,
      headers: {
        ...this.#headers,
        ...(this.#token ? { authorization: `Bearer ${this.#token}` } : {}),
        ...(isJson ? { 'content-type': 'application/json' } : {}),
      },
      body: isJson ? JSON.stringify(body) : (body as FormData | undefined),
    });
    return { status: response.status, body: (await response.json()) as ApiResponse['body'] };
  }

  async create(resource: string, record: Record<string, unknown>): Promise<string> {
    await this.#signIn();
    const { status, body } = await this.call('POST', `/${resource}/`, record);
    expect(status, body.message).toBeLessThan(300);
    return (body.data as AnyRecord)._id;
  }

  /** Creates a user and replaces the initial password, as the first login requires. */
  async createAccount(record: { email: string; password: string } & Record<string, unknown>): Promise<string> {
    const { email, password: newPassword } = record;
    const password = `${newPassword} at first`;
    const id = await this.create('user', { ...record, password });
    const { status, body } = await this.call('POST', '/user/login', { email, password, newPassword });
    expect(status, body.message).toBe(200);
    return id;
  }

  async createMany(resource: string, records: readonly Record<string, unknown>[]): Promise<string[]> {
    const ids: string[] = [];
    for (const record of records) ids.push(await this.create(resource, record));
    return ids;
  }

  async list(resource: string): Promise<AnyRecord[]> {
    return (await this.#get(`/${resource}/?pageSize=500`)).data as AnyRecord[];
  }

  async get(resource: string, id: string): Promise<AnyRecord> {
    return (await this.#get(`/${resource}/getById/${id}`)).data as AnyRecord;
  }

  async download(filename: string): Promise<Buffer> {
    const response = await fetch(`${this.#base()}/uploads/${encodeURIComponent(filename)}`, {
      headers: this.#headers,
    });
    expect(response.status).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  }

  async #get(path: string): Promise<ApiResponse['body']> {
    await this.#signIn();
    const { status, body } = await this.call('GET', path);
    expect(status, body.message).toBe(200);
    return body;
  }

  async #signIn(): Promise<void> {
    if (this.#token) return;
    const { email, password } = this.#credentials;
    const { status, body } = await this.call('POST', '/user/login', { email, password });
    expect(status, body.message).toBe(200);
    this.#token = body.token ?? null;
  }
}
