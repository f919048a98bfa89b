import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import type { SiteSettings, SiteStatus } from '../../src/shared/site.ts';
import type { TestServer } from './test-server.ts';

export type SiteRecord = { id: string; [field: string]: unknown };
type SiteBody = {
  data?: SiteRecord[];
  nextCursor?: string | null;
  detail?: string;
  status?: number;
  [name: string]: unknown;
};
type SiteResponse = { status: number; headers: Headers; text: string; body: SiteBody };
type RequestOptions = { method?: string; token?: string | null; headers?: Record<string, string> };

type Description = { paths: Record<string, object> };

/** Validates a response of a list, a record or a singleton against the description of the API. */
const createValidator = (description: Description) => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(description, 'site');
  return (path: string, body: unknown): string | null => {
    const [, name, id] = path.replace('/site/v1', '').split(/[/?]/);
    const route = path.includes('?') || id === undefined ? `/${name}` : `/${name}/{id}`;
    if (!(route in description.paths)) return `${route} isn’t described`;
    const pointer = route.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D');
    const schema = `site#/paths/${pointer}/get/responses/200/content/application~1json/schema`;
    const validate = ajv.getSchema(schema);
    if (!validate) return `${schema} is missing`;
    return validate(body) ? null : ajv.errorsText(validate.errors);
  };
};

/** Reads the API for websites, and changes its settings as the admin of the server. */
export const createSiteClient = (server: TestServer) => {
  const get = async (path: string, { method = 'GET', token, headers = {} }: RequestOptions = {}) => {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    const { status, headers: received } = response;
    const body = isJson && text !== '' ? (JSON.parse(text) as SiteBody) : {};
    if (status >= 400) expect([path, received.get('content-type')]).toEqual([path, 'application/problem+json']);
    return { status, headers: received, text, body } satisfies SiteResponse;
  };
  return {
    get,
    /** Reads all pages of a list. */
    getAll: async (path: string, between: (page: number) => Promise<unknown> = async () => {}) => {
      const records: SiteRecord[] = [];
      let cursor: string | null = null;
      for (let page = 0; page === 0 || cursor !== null; page += 1) {
        const { status, body }: SiteResponse = await get(`${path}${cursor ? `&cursor=${cursor}` : ''}`);
        expect(status).toBe(200);
        records.push(...(body.data ?? []));
        cursor = body.nextCursor ?? null;
        await between(page);
      }
      return records;
    },
    set: async (changes: Partial<SiteSettings>): Promise<SiteStatus> => {
      const { status, body } = await server.send('PATCH', '/v1/website', { body: changes });
      expect([status, body.message]).toEqual([200, 'Website settings saved']);
      return body.data as SiteStatus;
    },
    createToken: async (
      values: { name?: string; resources?: string[] | null; days?: number | null; canPreview?: boolean } = {},
    ): Promise<{ _id: string; token: string }> => {
      const { body } = await server.send('POST', '/v1/website/tokens', {
        body: { name: 'Shop', resources: null, days: null, ...values },
      });
      return { _id: String((body.data as { _id: string })._id), token: String(body.token) };
    },
    validate: async (path: string, body: unknown): Promise<string | null> => {
      const { text } = await get('/site/v1/openapi.json');
      return createValidator(JSON.parse(text) as Description)(path, body);
    },
  };
};
