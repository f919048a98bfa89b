/** Milliseconds in which a leading window answers, even if timers in it are throttled. */
const answerTime = 500;
/** Milliseconds after which a window asks whether the leading one still exists. */
const askInterval = 5000;

type Task = { name: string; signal: AbortSignal; task: (signal: AbortSignal) => Promise<void> };

/**
 * Runs a task in one of the windows of a browser, and in another one when that is closed. The oldest window leads if two
 * do, which started at the same time or were frozen.
 */
export const leadByMessages = ({ name, signal, task }: Task): void => {
  const channel = new BroadcastChannel(`${name} leader`);
  const age = Date.now() + Math.random();
  let leading: AbortController | undefined;
  let timer: number | undefined;
  const lead = () => {
    leading = new AbortController();
    channel.postMessage(age);
    void task(AbortSignal.any([signal, leading.signal]));
  };
  const ask = () => {
    channel.postMessage('who leads');
    timer = window.setTimeout(lead, answerTime);
  };
  channel.onmessage = ({ data }: MessageEvent<number | 'who leads'>) => {
    if (data === 'who leads' || (leading && data > age)) {
      if (leading) channel.postMessage(age);
      return;
    }
    leading?.abort();
    leading = undefined;
    window.clearTimeout(timer);
    timer = window.setTimeout(ask, askInterval);
  };
  const stop = () => {
    window.clearTimeout(timer);
    channel.close();
  };
  signal.addEventListener('abort', stop, { once: true });
  ask();
};
