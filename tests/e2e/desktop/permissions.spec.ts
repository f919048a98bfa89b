import { expect, test } from '../support/test.ts';
import { electronOf } from './support.ts';

test('pages get no permission and no device', async ({ page, app }) => {
  await test.step('pages are denied every permission', async () => {
    const asked = await page.evaluate(async () => {
      const outcome = (promise: Promise<unknown>) =>
        promise.then(
          () => 'granted',
          () => 'denied',
        );
      return {
        camera: await outcome(navigator.mediaDevices.getUserMedia({ video: true })),
        microphone: await outcome(navigator.mediaDevices.getUserMedia({ audio: true })),
        screen: await outcome(navigator.mediaDevices.getDisplayMedia()),
        place: await outcome(
          new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject)),
        ),
        notifications: await Notification.requestPermission(),
        clipboard: await outcome(navigator.clipboard.readText()),
      };
    });
    expect(Object.values(asked)).toEqual(Object.values(asked).map(() => 'denied'));

    const names = [
      'camera',
      'microphone',
      'geolocation',
      'notifications',
      'midi',
      'clipboard-read',
      'persistent-storage',
    ];
    const states = await page.evaluate(
      (all) =>
        Promise.all(
          all.map(async (name) => (await navigator.permissions.query({ name: name as PermissionName })).state),
        ),
      names,
    );
    expect(states).toEqual(names.map(() => 'denied'));
  });

  await test.step('pages are offered no device', async () => {
    const chosen = await page.evaluate(async () => {
      const outcome = (ask: unknown) =>
        typeof ask === 'function'
          ? Promise.resolve(ask()).then(
              (device) => device,
              () => null,
            )
          : Promise.resolve(null);
      const navigatorOf = (name: string) => Reflect.get(navigator, name);
      return {
        usb: (await navigatorOf('usb')?.getDevices()) ?? [],
        hid: (await navigatorOf('hid')?.getDevices()) ?? [],
        serial: await outcome(navigatorOf('serial')?.requestPort?.bind(navigatorOf('serial'))),
      };
    });
    expect(chosen).toEqual({ usb: [], hid: [], serial: null });
    expect(electronOf(app).windows()).toHaveLength(1);
  });
});
