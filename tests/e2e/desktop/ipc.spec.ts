import { type IpcChannel, ipcChannels } from '../../../src/shared/ipc.ts';
import type { App } from '../support/app.ts';
import { expect, test } from '../support/test.ts';
import { electronOf, expectedConsoleErrors, writeRawPreload } from './support.ts';

const channels = Object.keys(ipcChannels) as IpcChannel[];

const callAll = async (
  app: App,
  { preload, url, input, isInFrame = false }: { preload: string; url: string; input: unknown; isInFrame?: boolean },
): Promise<Record<string, string>> =>
  electronOf(app).evaluate(
    async ({ BrowserWindow }, options) => {
      const window = new BrowserWindow({
        show: false,
        webPreferences: {
          preload: options.preload,
          sandbox: true,
          nodeIntegrationInSubFrames: options.isInFrame,
        },
      });
      await window.loadURL(options.url);
      const responses = await window.webContents.executeJavaScript(`(async () => {
        const frame = document.createElement('iframe');
        frame.srcdoc = '<p>A frame</p>';
        const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
        if (${options.isInFrame}) {
          document.body.append(frame);
          await loaded;
        }
        const { raw } = ${options.isInFrame} ? frame.contentWindow : window;
        const responses = {};
        for (const channel of ${JSON.stringify(options.channels)}) {
          responses[channel] = await raw(channel, ${JSON.stringify(options.input)});
        }
        return responses;
      })()`);
      setImmediate(() => window.destroy());
      return responses;
    },
    { preload, url, input, isInFrame, channels },
  );

const all = (response: string) =>
  Object.fromEntries(channels.map((channel) => [channel, expect.stringContaining(response)]));

test('the bridge accepts only pages of the app, and only valid arguments', async ({ app, folder }) => {
  app.watch.allow(expectedConsoleErrors);
  const preload = await writeRawPreload(folder);
  await test.step('every channel rejects callers other than the app’s top frame', async () => {
    const foreign = ['data:text/html,<h1>evil</h1>', 'about:blank', 'app://evil/', 'app://backoffice/local-files/none'];
    for (const url of foreign) {
      const responses = await callAll(app, { preload, url, input: undefined });
      expect(responses, url).toEqual(all('The caller is not allowed'));
    }
    const fromFrame = await callAll(app, {
      preload,
      url: 'app://backoffice/',
      input: undefined,
      isInFrame: true,
    });
    expect(fromFrame, 'a frame in a page of the app').toEqual(all('The caller is not allowed'));
  });

  await test.step('every channel rejects invalid arguments', async () => {
    for (const input of ['text', 1, [], null, { unknown: true }]) {
      const responses = await callAll(app, { preload, url: 'app://backoffice/', input });
      expect(responses, JSON.stringify(input)).toEqual(all('The argument is not allowed'));
    }
  });

  await test.step('a page of the app may call a channel', async () => {
    const responses = await callAll(app, { preload, url: 'app://backoffice/', input: undefined });
    expect(responses).toMatchObject({ getAppInfo: 'let through', getServerStatus: 'let through' });
  });
});
