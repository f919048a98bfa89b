import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

export type Keyring = { env: Record<string, string>; flags: string[]; stop: () => boolean };

/** Starts a separate bus with an unlocked keyring in a folder, so that the user's own keyring stays untouched. */
export const startKeyring = async (folder: string): Promise<Keyring> => {
  const home = join(folder, 'keyring-home');
  const runtime = join(folder, 'keyring-runtime');
  await mkdir(home, { recursive: true });
  await mkdir(runtime, { recursive: true, mode: 0o700 });
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address=1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [address] = (await once(bus.stdout, 'data')) as [Buffer];
  const env = {
    DBUS_SESSION_BUS_ADDRESS: address.toString().trim(),
    XDG_RUNTIME_DIR: runtime,
    XDG_DATA_HOME: join(home, 'data'),
  };
  // The daemon goes into the background when it is ready, and ends with its bus.
  const daemon = spawn('gnome-keyring-daemon', ['--unlock', '--components=secrets'], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { ...process.env, ...env, HOME: home },
  });
  daemon.stdin.end('password');
  await once(daemon, 'exit');
  return {
    env,
    flags: ['--password-store=gnome-libsecret'],
    stop: () => bus.kill(),
  };
};
