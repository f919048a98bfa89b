import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** Reads the options of a command, and hands on to Astro what its configuration needs. */
export const readOptions = () => {
  const { values } = parseArgs({
    options: {
      url: { type: 'string', default: process.env.SITE_API ?? 'http://127.0.0.1:4780/site/v1' },
      token: { type: 'string', default: process.env.SITE_TOKEN },
      content: { type: 'string', default: '.content' },
      address: { type: 'string', default: 'http://localhost:4321' },
      to: { type: 'string', default: 'dist' },
      port: { type: 'string', default: '4321' },
      all: { type: 'boolean', default: false },
    },
  });
  const content = resolve(values.content);
  process.env.SITE_CONTENT = content;
  process.env.SITE_ADDRESS = values.address;
  process.env.SITE_API = values.url;
  if (values.token) process.env.SITE_TOKEN = values.token;
  process.env.ASTRO_TELEMETRY_DISABLED = '1';
  const to = resolve(values.to);
  // Astro looks for its packages from there.
  process.chdir(resolve(import.meta.dirname, '..'));
  return { ...values, content, to };
};

export type Options = ReturnType<typeof readOptions>;
