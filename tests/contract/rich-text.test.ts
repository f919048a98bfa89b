import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import type { AnyRecord, Resource } from '../../src/shared/resource-kit/define-resource.ts';
import { faq } from '../../src/shared/resources/faq.ts';
import { resources } from '../../src/shared/resources/index.ts';
import { richTextPolicy } from '../../src/shared/rich-text.ts';
import { anyDatabase } from '../support/databases.ts';
import { createRecord, fieldsOf } from '../support/record-factory.ts';
import { setUpTestServer } from '../support/test-server.ts';
import { xssPayloads } from '../support/xss-payloads.ts';

const withRichText = resources.filter((resource) => fieldsOf(resource, 'richText').length > 0);
const fields = withRichText.flatMap((resource) =>
  fieldsOf(resource, 'richText').map((field) => ({ name: `${resource.name}.${field}`, resource, field })),
);

const tags = new Set<string>(richTextPolicy.tags);
const attributes = new Set<string>(Object.values(richTextPolicy.attributes).flat());

const valuePatterns: Record<string, RegExp> = {
  width: /^\d+%?$/,
  height: /^\d+%?$/,
  start: /^-?\d+$/,
  scope: /^(?:row|col)(?:group)?$/,
  lang: /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i,
  'data-list': /^(?:bullet|ordered|checked|unchecked)$/,
};

const { document } = new JSDOM().window;

const dangersIn = (html: string): string[] => {
  document.documentElement.innerHTML = `<head></head><body><p></p>${html}`;
  return [document.body, ...document.body.querySelectorAll('*')].flatMap((element) => [
    ...(tags.has(element.localName) || element === document.body ? [] : [element.localName]),
    ...[...element.attributes].flatMap(({ name, value }) => {
      const isAllowed =
        attributes.has(name) &&
        (name !== 'href' || /^(?:https?:\/\/|mailto:|tel:)/.test(value)) &&
        (name !== 'src' || /^(?:data:image\/(?:png|jpeg|gif|webp);|\/uploads\/)/.test(value)) &&
        (name !== 'style' || !/url|expression|position|@|var|--|\\/i.test(value)) &&
        (!(name in valuePatterns) || valuePatterns[name]?.test(value));
      return isAllowed ? [] : [`${name}=${value}`];
    }),
  ]);
};

it('detects dangerous markup', () => {
  // An unclosed tag parses to no element, so this adds the closing bracket that later text would contain.
  expect(xssPayloads.filter((html) => dangersIn(`${html}>`).length === 0)).toEqual([]);
});

// Texts are sanitized before the database is queried.
describe('on sqlite', () => {
  const server = setUpTestServer('sqlite');

  const created = new Map<Resource, Promise<AnyRecord>>();
  const changeOne = (resource: Resource) => async (values: object) => {
    const one = created.get(resource) ?? createRecord(server.send, resource);
    created.set(resource, one);
    const path = `/v1/${resource.name}/updateById/${(await one)._id}`;
    return (await server.send('PATCH', path, { body: values })).body.data as AnyRecord;
  };

  describe.each(withRichText)('$name', (resource) => {
    const change = changeOne(resource);
    const names = fieldsOf(resource, 'richText');

    it.each(xssPayloads.map((html) => [html]))('sanitizes %s in every text', async (html) => {
      const record = await change(Object.fromEntries(names.map((name) => [name, `<p>Kept</p>${html}`])));
      for (const name of names) {
        expect(record[name]).toMatch(/^<p>Kept<\/p>/);
        expect([name, dangersIn(String(record[name]))]).toEqual([name, []]);
      }
    });
  });

  describe.each(fields)('$name', ({ resource, field }) => {
    const change = changeOne(resource);
    const store = async (html: string) => (await change({ [field]: html }))[field];

    it('sanitizes new records', async () => {
      const html = '<p onclick="x()">Kept<script>alert(1)</script></p>';
      const create = (values: Record<string, unknown>) => createRecord(server.send, resource, values);
      const record = await (resource.isSingleton ? change : create)({ [field]: html });
      expect(record[field]).toBe('<p>Kept</p>');
    });

    it.each([
      ['<h1>One</h1><h6>Six</h6><p><strong>b</strong><em>i</em><u>u</u><s>s</s><sub>1</sub><sup>2</sup></p>'],
      ['<ol><li data-list="bullet">One</li><li data-list="ordered" class="ql-indent-2">Two</li></ol>'],
      ['<p class="ql-align-center ql-direction-rtl"><span class="ql-size-large ql-font-serif">Big</span></p>'],
      ['<p><span style="color:#e60000;background-color:rgb(255, 255, 0)">Red</span></p>'],
      ['<p><img src="data:image/png;base64,iVBORw0KGgo=" alt="A pen" width="20" height="10" /></p>'],
      ['<p><img src="/uploads/0123456789abcdef0123456789abcdef.png" /></p>'],
      [
        '<table><caption>Pens</caption><thead><tr><th scope="col">A</th></tr></thead><tbody><tr><td colspan="2">1</td></tr></tbody></table>',
      ],
      ['<p>a<br />b <code>c</code> <del>d</del> <ins>e</ins></p><hr /><pre>\n  two\n\nlines\n</pre>'],
      ['<ol start="5"><li>a<ul><li data-list="checked">b</li></ul></li></ol>'],
      ['<dl><dt>Nib</dt><dd>Tip</dd></dl><figure><figcaption>Pen</figcaption></figure>'],
    ])('keeps %s', async (html) => {
      expect(await store(html)).toBe(html);
    });

    it('keeps the blocks of page structure apart', async () => {
      const html = '<section>One</section><details><summary>Two</summary>Three</details>';
      expect(await store(html)).toBe('<div>One</div><div><div>Two</div>Three</div>');
    });

    it('stores a text that it returned unchanged', async () => {
      for (const html of xssPayloads.slice(0, 20)) {
        const stored = String(await store(`<p>Kept</p>${html}`));
        expect(await store(stored)).toBe(stored);
      }
    });

    it('keeps only well-formed absolute links', async () => {
      for (const href of ['https://a.example/b?c=1', 'http://a.example', 'mailto:a@a.example', 'tel:+911234']) {
        expect(await store(`<p><a href="${href}" target="_self" rel="opener">x</a></p>`)).toBe(
          `<p><a href="${href}" target="_blank" rel="noopener noreferrer">x</a></p>`,
        );
      }
      for (const href of ['//evil.example', '/v1/user/logout', 'logout', '?role=All', 'https:evil.example']) {
        expect(await store(`<p><a href="${href}">x</a></p>`)).not.toContain('href');
      }
    });

    it('removes images from elsewhere', async () => {
      for (const src of [
        'https://example.com/x.png',
        '//example.com/x.png',
        'x.png',
        '/v1/user/logout',
        'data:image/svg+xml;base64,PHN2Zz4=',
      ]) {
        expect(await store(`<p>Kept<img src="${src}"></p>`)).toBe('<p>Kept</p>');
      }
    });

    it('removes formatting that isn’t the editor’s', async () => {
      expect(
        await store(
          '<p class="overlay ql-align-right" style="position:fixed;top:0;color:red;background-image:none">x</p>',
        ),
      ).toBe('<p class="ql-align-right" style="color:red">x</p>');
    });
  });

  it('reports what a save removed from a text', async () => {
    const description = '<p onclick="x()" style="position:fixed">a<iframe src="https://example.com"></iframe></p>';
    const created = await server.send('POST', '/v1/faq/', { body: { name: 'Pens?', description } });
    const notices = ['Removed from Answer: a script, styling and embedded content'];
    expect([created.status, created.body.notices]).toEqual([200, notices]);
    const path = `/v1/faq/updateById/${(created.body.data as AnyRecord)._id}`;
    const changed = await server.send('PATCH', path, {
      body: { description: '<p><video src="x"></video>b</p>' },
    });
    expect(changed.body.notices).toEqual(['Removed from Answer: a video']);
    const same = await server.send('PATCH', path, { body: { description: '<p style="color: red">b</p>' } });
    expect(same.body).not.toHaveProperty('notices');
  });

  it.each([
    ['90,000 nested elements', '<div>'.repeat(90_000), 'Answer is nested too deeply. Paste it as plain text.'],
    ['too many elements', '<b></b>'.repeat(100_000), 'Answer can be up to 500,000 characters, formatting included'],
  ])('rejects %s at once', async (_name, description, message) => {
    const { status, body } = await server.send('POST', '/v1/faq/', { body: { name: 'Pens?', description } });
    expect([status, body.errors]).toEqual([400, [{ field: 'description', message }]]);
  });

  it('accepts lists and tables as deep as the editor makes them', async () => {
    const description = `${'<ul><li>'.repeat(40)}a${'</li></ul>'.repeat(40)}${'<p>b<br></p>'.repeat(200)}`;
    const { body } = await server.send('POST', '/v1/faq/', { body: { name: 'Pens?', description } });
    expect((body.data as AnyRecord).description).toBe(description.replaceAll('<br>', '<br />'));
  });

  it.each(fields.filter(({ resource, field }) => resource.fields[field]?.isRequired))(
    'treats a $name that shows nothing as missing',
    async ({ resource, field }) => {
      for (const html of [
        '',
        '<p><br></p>',
        '<p> </p>',
        '&nbsp;',
        '<script>x</script>',
        '<h1></h1><ol><li></li></ol>',
      ]) {
        const { status, body } = await server.send('POST', `/v1/${resource.name}/`, {
          body: { [resource.titleField]: 'x', [field]: html },
        });
        expect([html, status, body.errors]).toEqual([
          html,
          400,
          [{ field, message: `${resource.fields[field]?.label} is required` }],
        ]);
      }
    },
  );
});

describe.each(anyDatabase)('on %s', (kind) => {
  const server = setUpTestServer(kind);

  it('keeps the language of a text and its parts, and nothing else in its place', async () => {
    const description = '<p lang="fr">Un <span lang="zh-Hant-TW">筆</span></p>';
    const { _id } = await createRecord(server.send, faq, {
      description: `${description}<p lang="x onload=alert(1)">b</p>`,
    });
    const read = await server.send('GET', `/v1/faq/getById/${_id}`);
    expect((read.body.data as AnyRecord).description).toBe(`${description}<p>b</p>`);
  });

  it.each(fields.filter(({ resource, field }) => resource.fields[field]?.isSearchable))(
    '$name is found by words but not by markup',
    async ({ resource, field }) => {
      const word = `${field.toLowerCase()}zebra`;
      const { _id } = await createRecord(server.send, resource, {
        [field]: `<p>${word}<strong>crossing</strong></p><p>tall &amp; wide</p>`,
      });
      const find = async (query: string) =>
        (
          (await server.send('GET', `/v1/${resource.name}/?query=${encodeURIComponent(query)}`)).body
            .data as AnyRecord[]
        ).map((record) => record._id);
      expect(await find(`${word}crossing tall & wide`)).toEqual([_id]);
      expect(await find('crossingtall')).toEqual([]);
      expect(await find(`${word}crossing strong`)).toEqual([]);
    },
  );
});
